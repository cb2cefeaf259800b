import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { nextStep } from '#quiz/attempt.ts'
import { isCorrectChoice } from '#quiz/bank.ts'
import { type AskedItem, toAsked } from '#quiz/draw.ts'
import { levelCenter, probabilityKnown } from '#quiz/estimate.ts'
import { LANGUAGES, type Language } from '#quiz/languages.ts'
import type { Verdict } from '#quiz/level-rule.ts'
import type { Random } from '#quiz/random.ts'
import { scoreAnswer } from '#quiz/score.ts'
import { QUESTIONS, ROUND_SIZE } from '#quiz/test-plan.ts'
import { type Banks, itemVersion } from '../banks/banks.ts'
import type { Database } from '../db/schema.ts'
import { itemsToStore } from '../db/tables/attempt-rows.ts'

const DAYS = 27
const HOUR_MS = 3600 * 1000
const DAY_MS = 24 * HOUR_MS
const INTERFACE_LANGUAGES = ['en', 'en', 'en', 'es', 'es', 'de', 'fr', 'ja', 'ko', 'zh-CN', 'pt', 'ru']
/** The shares of visitors who leave before a question, sign up, or click a teacher. */
const LEAVES = 0.02
const SIGNS_UP = 0.4
const CLICKS_TEACHER = 0.25
const GUESSES = 0.5

type SimulatedAnswer = { choice: string[]; isCorrect: boolean; elapsedMs: number; at: Date }

/** What an invented visitor did. */
type SimulatedTest = {
  visitor: string
  language: Language
  interfaceLanguage: string
  startedAt: Date
  drawn: AskedItem[]
  /** Answers to the first of the drawn questions. */
  answers: SimulatedAnswer[]
  result: (Verdict & { percentile: number }) | null
  /** The event names, in order, and their properties besides the language. */
  events: [name: string, properties?: Record<string, unknown>][]
}

const pick = <T>(members: readonly T[], random: Random) => members[Math.floor(random() * members.length)] as T

/** Answers questions from the bank until the test ends or the visitor leaves. */
function takeTest(banks: Banks, language: Language, startedAt: Date, random: Random) {
  const theta = levelCenter('B1') + 3 * (random() + random() + random() - 1.5)
  const drawn: SimulatedTest['drawn'] = []
  const answers: SimulatedTest['answers'] = []
  let time = startedAt.getTime()
  for (;;) {
    const scored = answers.map(({ choice, isCorrect }, index) => {
      const { level } = drawn[index] as AskedItem
      return scoreAnswer({ level, choice, isCorrect })
    })
    const asked = new Set(drawn.map(({ id }) => id))
    const step = nextStep('staircase', scored, { bank: banks[language], asked, seen: new Set(), random })
    if (step.kind === 'finished') return { drawn, answers, result: step }
    if (step.kind === 'round') drawn.push(...step.drawn.map((one) => toAsked(one, itemVersion)))
    if (random() < LEAVES) return { drawn, answers, result: null }
    const { level, options, correct } = drawn[answers.length] as AskedItem
    const isKnown = random() < probabilityKnown(theta, levelCenter(level))
    const guess = random() < GUESSES ? [pick(options, random)] : []
    const choice = isKnown ? correct : guess
    const elapsedMs = Math.round(3000 + 20_000 * random() ** 2)
    time += elapsedMs
    answers.push({ choice, isCorrect: isCorrectChoice(choice, correct), elapsedMs, at: new Date(time) })
  }
}

/** Invents a visit on one of the last 27 days. The earlier a language is listed, the more often it is tested. */
function simulateTest(banks: Banks, random: Random, now: Date): SimulatedTest {
  const language = LANGUAGES[Math.floor(random() ** 2 * LANGUAGES.length)] as Language
  const day = Math.floor(now.getTime() / DAY_MS) - 1 - Math.floor(random() * DAYS)
  const startedAt = new Date(day * DAY_MS + (7 + 15 * random()) * HOUR_MS)
  const { drawn, answers, result } = takeTest(banks, language, startedAt, random)
  const events: SimulatedTest['events'] = [
    ['view_free_assessment_landing_page'],
    ['select_language'],
    ['view_question', { position: 1 }],
  ]
  if (result) {
    events.push(['answer_question', { position: QUESTIONS }], ['view_signup'])
    if (random() < SIGNS_UP) {
      events.push(['view_report'])
      if (random() < CLICKS_TEACHER) events.push(['recommend_teacher_click'])
    }
  }
  const interfaceLanguage = pick(INTERFACE_LANGUAGES, random)
  return { visitor: `simulated-${random()}`, language, interfaceLanguage, startedAt, drawn, answers, result, events }
}

const PER_STATEMENT = 50

/** Adds tests on past days and discards the insights page's roll-ups, which may already cover those days. */
async function insertSimulatedTests(db: Database, tests: readonly SimulatedTest[]): Promise<void> {
  for (let from = 0; from < tests.length; from += PER_STATEMENT) {
    const some = tests
      .slice(from, from + PER_STATEMENT)
      .map((test) => ({ ...test, id: newId({ msecs: test.startedAt.getTime() }) }))
    await db.insertInto('assessments').values(some.map(toAttemptRow)).execute()
    await db.insertInto('events').values(some.flatMap(toEventRows)).execute()
  }
  const rollUps = ['daily_assessments', 'daily_questions', 'daily_items', 'daily_visits', 'insights_days']
  await sql`truncate ${sql.join(rollUps.map((table) => sql.table(table)))}`.execute(db)
}

type Identified = SimulatedTest & { id: string }

function toAttemptRow({ id, visitor, language, interfaceLanguage, startedAt, drawn, answers, result }: Identified) {
  return {
    id,
    visitor,
    flow_id: visitor,
    language,
    interface_language: interfaceLanguage,
    level_rule: 'staircase' as const,
    earlier: itemsToStore(drawn.slice(0, -ROUND_SIZE)),
    round: itemsToStore(drawn.slice(-ROUND_SIZE)),
    answered: answers.length,
    choices: JSON.stringify(answers.map(({ choice }) => choice)),
    is_correct: answers.map(({ isCorrect }) => isCorrect),
    elapsed_ms: answers.map(({ elapsedMs }) => elapsedMs),
    answered_at: answers.map(({ at }) => at),
    created_at: startedAt,
    finished_at: result ? (answers.at(-1)?.at ?? null) : null,
    level: result?.level ?? null,
    than: result?.percentile ?? null,
    theta: result?.estimate.theta ?? null,
    standard_error: result?.estimate.standardError ?? null,
  }
}

function toEventRows({ visitor, language, interfaceLanguage, startedAt, events }: Identified) {
  return events.map(([name, properties]) => ({
    id: newId(),
    name,
    occurred_at: startedAt,
    received_at: startedAt,
    visitor,
    properties: JSON.stringify({ language, ...properties }),
    interface_language: interfaceLanguage,
  }))
}

/** Simulates tests of the last four weeks for the insights page. */
export async function simulateTests(db: Database, banks: Banks, random: Random, count: number): Promise<void> {
  await insertSimulatedTests(
    db,
    Array.from({ length: count }, () => simulateTest(banks, random, new Date())),
  )
}
