import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as constants from './constants.ts'

// Each value as in the specification (§4, §5, §9): changing a constant deviates from it.
const SPECIFIED: Record<keyof typeof constants, unknown> = {
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
  MAX_EMAIL_LENGTH: 254,
  MAX_EMAIL_LOCAL_LENGTH: 64,
}

const ACTUAL: Readonly<Record<string, unknown>> = constants

it.each(Object.entries(SPECIFIED))('%s is as specified', (name, value) => {
  expect(ACTUAL[name]).toEqual(value)
})

it('lists every constant', () => {
  expect(Object.keys(SPECIFIED).sort()).toEqual(Object.keys(constants).sort())
})

it('reserves the specified space for a picture in the style sheet', () => {
  const { width, height } = constants.PICTURE_SIZE
  const styles = readFileSync('src/web/flow/stem.module.css', 'utf8')
  expect(styles).toContain(`inline-size: ${width}px;\n  aspect-ratio: ${width} / ${height};`)
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
