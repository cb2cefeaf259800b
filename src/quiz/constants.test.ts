import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as constants from './constants.ts'

const OURS = ['MAX_TESTS_PER_DAY', 'RESUME_HOURS'] as const

// The values in the specification (§4, §5, §9). Changing one deviates from it.
const SPECIFIED: Record<Exclude<keyof typeof constants, (typeof OURS)[number]>, unknown> = {
  LEVELS: ['A1', 'A2', 'B1', 'B2', 'C1', 'C2'],
  NATIVE_LEVEL: 7,
  TEST_MINUTES: 3,
  ROUND_SIZE: 3,
  QUESTIONS: 15,
  START_LEVEL: 'B1',
  MIN_CORRECT_TO_RISE: 2,
  ANSWER_DELAY_MS: 50,
  PERCENTILE_BANDS: { A1: [45, 49], A2: [55, 59], B1: [65, 69], B2: [75, 79], C1: [85, 89], C2: [95, 99] },
  TICK_MS: 100,
  TICK_STEPS: [
    { below: 60, step: 8 },
    { below: 70, step: 7 },
    { below: 80, step: 4 },
    { below: 90, step: 3 },
    { below: 100, step: 1 },
  ],
  TEACHERS_SHOWN: 2,
  VOCABULARY_SETS_SHOWN: 2,
  TEACHER_PAGE_SIZE: 20,
  WINDOW_DAYS: [1, 2, 3, 4],
  MAX_OTHER_PURPOSE_LENGTH: 200,
  SESSION_DAYS: 30,
  PICTURE_SIZE: { width: 195, height: 144 },
  PRODUCT_CREATOR_ID: 9999,
  STORED_OPTIONS_KEY: 'ASSESSMENT_OPTION_STORE_KEY',
  CORRECT_OPTIONS: 1,
  INCORRECT_OPTIONS: 3,
  OPTIONS: 4,
  MAX_EMAIL_LENGTH: 254,
  MAX_EMAIL_LOCAL_LENGTH: 64,
}

const ACTUAL: Readonly<Record<string, unknown>> = constants

it.each(Object.entries(SPECIFIED))('%s is as specified', (name, value) => {
  expect(ACTUAL[name]).toEqual(value)
})

it('lists every specified constant', () => {
  expect([...Object.keys(SPECIFIED), ...OURS].sort()).toEqual(Object.keys(constants).sort())
})

it('reserves the specified space for a picture in the style sheet', () => {
  const { width, height } = constants.PICTURE_SIZE
  const styles = readFileSync('src/web/flow/stem.module.css', 'utf8')
  expect(styles).toContain(`inline-size: ${width}px;\n  aspect-ratio: ${width} / ${height};`)
})

it('is kept by the example results in the documents', () => {
  const examples = readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => [...readFileSync(`docs/${name}`, 'utf8').matchAll(/"level": "(\w\d)".*?"than": (\d+)/g)])
  expect(examples).not.toEqual([])
  for (const [, level, than] of examples) {
    const [lowest, highest] = constants.PERCENTILE_BANDS[level as constants.Level]
    expect(Number(than), level).toBeOneOf(Array.from({ length: highest - lowest + 1 }, (_, index) => lowest + index))
  }
})

it('tells operators the limits of ours', () => {
  const { MAX_TESTS_PER_DAY, RESUME_HOURS } = constants
  const operating = readFileSync('docs/operating.md', 'utf8')
  expect(operating).toContain(`${MAX_TESTS_PER_DAY} tests in 24 hours (\`MAX_TESTS_PER_DAY\`)`)
  expect(operating).toContain(`for ${RESUME_HOURS} hours (\`RESUME_HOURS\`)`)
})

const texts = (part: string, locale: string) => JSON.parse(readFileSync(`data/texts/${part}${locale}`, 'utf8'))
const numbers = (text: string) => (text.match(/\d+/g) ?? []).map(Number)

it.each(readdirSync('data/texts').filter((name) => name.endsWith('.json')))(
  'promises the specified minutes and questions in %s',
  (locale) => {
    const { QUESTIONS, TEST_MINUTES } = constants
    const quiz = texts('', locale)
    const report = texts('report/', locale)
    expect(numbers(quiz['landing.lead'])).toEqual([TEST_MINUTES])
    expect(numbers(quiz['landing.questions'])).toEqual([QUESTIONS])
    expect(numbers(quiz['guide.format'])).toEqual([QUESTIONS, TEST_MINUTES])
    expect(numbers(quiz['site.description'])).toContain(QUESTIONS)
    expect(numbers(texts('search/', locale)['search.quiz'])).toContain(QUESTIONS)
    expect(numbers(report['report.invitationLead'])).toEqual([QUESTIONS, TEST_MINUTES])
    expect(numbers(report['report.pictureInvitation'])).toEqual([TEST_MINUTES])
    expect(numbers(texts('legal/', locale)['terms.1.text'])).toContain(QUESTIONS)
  },
)
