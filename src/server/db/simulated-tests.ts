import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { AskedItem } from '#quiz/attempt.ts'
import type { Language } from '#quiz/languages.ts'
import type { Verdict } from '#quiz/level-rule.ts'
import { QUESTIONS, ROUND_SIZE } from '#quiz/test-plan.ts'
import type { Database } from './schema.ts'

type SimulatedAnswer = { choice: string[]; isCorrect: boolean; elapsedMs: number; at: Date }

/** What a visitor who never was has done. */
export type SimulatedTest = {
  visitor: string
  language: Language
  interfaceLanguage: string
  begun: Date
  drawn: AskedItem[]
  /** Of the first questions drawn. */
  answers: SimulatedAnswer[]
  result: (Verdict & { percentile: number }) | null
  /** The names of the events, in order, and what they say besides the language. */
  events: [name: string, properties?: Record<string, unknown>][]
}

const PER_STATEMENT = 50

/** Adds tests of past days. The staff page's roll-ups are thrown away: those days may be in them already. */
export async function insertSimulatedTests(db: Database, tests: readonly SimulatedTest[]): Promise<void> {
  for (let from = 0; from < tests.length; from += PER_STATEMENT) {
    const some = tests
      .slice(from, from + PER_STATEMENT)
      .map((test) => ({ ...test, id: newId({ msecs: test.begun.getTime() }) }))
    await db.insertInto('assessments').values(some.map(toAssessmentRow)).execute()
    await db.insertInto('events').values(some.flatMap(toEventRows)).execute()
  }
  const rollUps = ['daily_assessments', 'daily_questions', 'daily_items', 'daily_visits', 'insights_days']
  await sql`truncate ${sql.join(rollUps.map((table) => sql.table(table)))}`.execute(db)
}

type Identified = SimulatedTest & { id: string }

function toAssessmentRow({ id, visitor, language, interfaceLanguage, begun, drawn, answers, result }: Identified) {
  return {
    id,
    visitor,
    flow_id: visitor,
    language,
    interface_language: interfaceLanguage,
    level_rule: 'staircase' as const,
    planned_questions: QUESTIONS,
    total: QUESTIONS,
    earlier: JSON.stringify(drawn.slice(0, -ROUND_SIZE)),
    round: JSON.stringify(drawn.slice(-ROUND_SIZE)),
    answered: answers.length,
    choices: JSON.stringify(answers.map(({ choice }) => choice)),
    is_correct: answers.map(({ isCorrect }) => isCorrect),
    elapsed_ms: answers.map(({ elapsedMs }) => elapsedMs),
    answered_at: answers.map(({ at }) => at),
    created_at: begun,
    finished_at: result ? (answers.at(-1)?.at ?? null) : null,
    level: result?.level ?? null,
    than: result?.percentile ?? null,
    theta: result?.estimate.theta ?? null,
    standard_error: result?.estimate.standardError ?? null,
    scorer_version: result ? 'simulated' : null,
  }
}

function toEventRows({ visitor, language, interfaceLanguage, begun, events }: Identified) {
  return events.map(([name, properties]) => ({
    id: newId(),
    name,
    occurred_at: begun,
    received_at: begun,
    visitor,
    properties: JSON.stringify({ language, ...properties }),
    interface_language: interfaceLanguage,
  }))
}
