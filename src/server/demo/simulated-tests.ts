import { type AskedItem, nextStep, scoreAnswer, toAsked } from '#quiz/attempt.ts'
import { isCorrectChoice } from '#quiz/bank.ts'
import { levelCentre, nominalParameters, probabilityKnown } from '#quiz/estimate.ts'
import { LANGUAGES, type Language } from '#quiz/languages.ts'
import type { Random } from '#quiz/random.ts'
import { QUESTIONS, testPlan } from '#quiz/test-plan.ts'
import { type Banks, itemVersion } from '../banks/banks.ts'
import type { SimulatedTest } from '../db/simulated-tests.ts'

const DAYS = 27
const HOUR_MS = 3600 * 1000
const DAY_MS = 24 * HOUR_MS
const INTERFACE_LANGUAGES = ['en', 'en', 'en', 'es', 'es', 'de', 'fr', 'ja', 'ko', 'zh-CN', 'pt', 'ru']
/** The share of visitors who leave before a question, sign up, and press a teacher. */
const LEAVES = 0.02
const SIGNS_UP = 0.4
const PRESSES_TEACHER = 0.25
const GUESSES = 0.5

const pick = <T>(members: readonly T[], random: Random) => members[Math.floor(random() * members.length)] as T

/** Answers from the bank's questions until the end of the test, or until the visitor leaves. */
function takeTest(banks: Banks, language: Language, begun: Date, random: Random) {
  const theta = levelCentre('B1') + 3 * (random() + random() + random() - 1.5)
  const drawn: SimulatedTest['drawn'] = []
  const answers: SimulatedTest['answers'] = []
  let time = begun.getTime()
  for (;;) {
    const scored = answers.map(({ choice, isCorrect }, index) => {
      const { level } = drawn[index] as AskedItem
      return scoreAnswer({ level, choice, is_correct: isCorrect })
    })
    const asked = new Set(drawn.map(({ item_id }) => item_id))
    const step = nextStep(testPlan('staircase'), scored, { bank: banks[language], asked, seen: new Set(), random })
    if (step.kind === 'finished') return { drawn, answers, result: step }
    if (step.kind === 'round')
      drawn.push(...step.drawn.map((one) => toAsked(one, { versionOf: itemVersion, parametersOf: () => null })))
    if (random() < LEAVES) return { drawn, answers, result: null }
    const { level, options, correct } = drawn[answers.length] as AskedItem
    const isKnown = random() < probabilityKnown(theta, nominalParameters(level))
    const guess = random() < GUESSES ? [pick(options, random)] : []
    const choice = isKnown ? correct : guess
    const elapsedMs = Math.round(3000 + 20_000 * random() ** 2)
    time += elapsedMs
    answers.push({ choice, isCorrect: isCorrectChoice(choice, correct), elapsedMs, at: new Date(time) })
  }
}

/** What a visitor might have done on one of the 27 days before today. The earlier a language stands, the more often it is tested. */
export function simulateTest(banks: Banks, random: Random, now: Date): SimulatedTest {
  const language = LANGUAGES[Math.floor(random() ** 2 * LANGUAGES.length)] as Language
  const day = Math.floor(now.getTime() / DAY_MS) - 1 - Math.floor(random() * DAYS)
  const begun = new Date(day * DAY_MS + (7 + 15 * random()) * HOUR_MS)
  const { drawn, answers, result } = takeTest(banks, language, begun, random)
  const events: SimulatedTest['events'] = [
    ['view_free_assessment_landing_page'],
    ['select_language'],
    ['view_question', { position: 1 }],
  ]
  if (result) {
    events.push(['answer_question', { position: QUESTIONS }], ['view_signup'])
    if (random() < SIGNS_UP) {
      events.push(['view_report'])
      if (random() < PRESSES_TEACHER) events.push(['recommend_teacher_click'])
    }
  }
  const interfaceLanguage = pick(INTERFACE_LANGUAGES, random)
  return { visitor: `simulated-${random()}`, language, interfaceLanguage, begun, drawn, answers, result, events }
}
