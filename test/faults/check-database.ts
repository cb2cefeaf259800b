import type { Question } from '#contract/attempts.ts'
import { isCorrectChoice } from '#quiz/bank.ts'
import { type Level, PERCENTILE_BANDS, QUESTIONS, ROUND_SIZE } from '#quiz/constants.ts'
import type { Language } from '#quiz/languages.ts'
import { LEVEL_RULES } from '#quiz/level-rule.ts'
import { type GradedAnswer, scoreAnswer } from '#quiz/score.ts'
import { readBanks } from '#server/banks/banks.ts'
import type { Findings } from './fault.ts'
import { contentOf, type History, type KnownAttempt } from './history.ts'

/** Runs one statement against the database that the service used. */
export type Query = (sql: string) => Promise<Record<string, unknown>[]>

type StoredItem = GradedAnswer & { position: number; item_id: number; correct: string[]; answered: boolean } & Pick<
    Question,
    'image' | 'question' | 'options'
  >
type Stored = {
  id: string
  language: Language
  level: Level | null
  percentile: number | null
  items: StoredItem[]
  /** The positions in the answer events. */
  events: number[]
}

const ASSESSMENTS = `
  select id, language, level, percentile,
    (select json_agg(json_build_object('position', position, 'item_id', item_id, 'image', image,
        'question', question, 'options', options, 'level', level, 'correct', correct, 'choice', choice,
        'isCorrect', is_correct, 'answered', answered_at is not null, 'difficulty', difficulty)
      order by position) from assessment_items where assessment_id = assessments.id) as items,
    coalesce(answers.positions, '[]') as events
  from assessments left join (select properties->>'assessment_id' as assessment_id, json_agg((properties->>'position')::int) as positions
    from events where name = 'answer_question' group by 1) as answers on answers.assessment_id = assessments.id::text`

const banks = readBanks()
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** How a stored attempt breaks the quiz's rules, acknowledged or not. */
function brokenRules({ id, language, level, percentile, items, events }: Stored): string[] {
  const found: string[] = []
  const answered = items.filter((item) => item.answered)
  const must = (isKept: boolean, what: string) => {
    if (!isKept) found.push(`${id}: ${what}`)
  }
  const positions = items.map(({ position }) => position)
  must(
    same(
      positions,
      [...items.keys()].map((index) => index + 1),
    ),
    `positions ${positions}`,
  )
  must(same(answered, items.slice(0, answered.length)), 'a question was skipped')
  must(new Set(items.map(({ item_id }) => item_id)).size === items.length, 'an item was asked twice')
  const drawn = level === null ? (Math.floor(answered.length / ROUND_SIZE) + 1) * ROUND_SIZE : QUESTIONS
  must(items.length === drawn, `${items.length} questions after ${answered.length} answers`)
  must(
    same(
      [...events].sort((a, b) => a - b),
      answered.map(({ position }) => position),
    ),
    `events of answers ${events}`,
  )
  for (const { position, item_id, choice, correct, isCorrect } of answered) {
    must(same(correct, banks[language].find((item) => item.id === item_id)?.correct), `item ${item_id} has changed`)
    must(isCorrect === isCorrectChoice(choice ?? [], correct), `answer ${position} counts as ${isCorrect}`)
  }
  const scored = answered.map(scoreAnswer)
  const reached = scored.length < QUESTIONS ? null : LEVEL_RULES.staircase.finalLevel(scored)
  must(level === reached, `the level is ${level} but its answers give ${reached}`)
  const [lowest, highest] = level ? PERCENTILE_BANDS[level] : [0, 0]
  must(
    level === null || (percentile !== null && percentile >= lowest && percentile <= highest),
    `${level} with ${percentile}%`,
  )
  return found
}

/** Finds data in an acknowledged attempt that's missing or differs from what was sent. */
function compare(known: KnownAttempt, stored: Stored, { lost, wrong }: Findings): void {
  const { id, answered, result, shown, sent } = known
  for (const { position, choice, ...item } of stored.items) {
    const attempts = sent.get(position) ?? []
    if (!item.answered && position <= answered) lost.push(`${id}: the answer to question ${position}`)
    if (item.answered && !attempts.some((attempt) => same(attempt, choice)))
      wrong.push(`${id}: answer ${position} is ${JSON.stringify(choice)}, which nobody sent`)
    if (shown.has(position) && shown.get(position) !== contentOf(item))
      wrong.push(`${id}: question ${position} has changed`)
  }
  if (result && (result.level !== stored.level || result.than !== stored.percentile))
    wrong.push(`${id}: the result was ${result.level} ${result.than}% and is ${stored.level} ${stored.percentile}%`)
}

/** Compares all rows with the history, which must include every client that the database ever had. */
export async function checkDatabase(query: Query, history: History): Promise<Findings> {
  const findings: Findings = { lost: [], wrong: [] }
  const { lost, wrong } = findings
  const stored = (await query(ASSESSMENTS)) as Stored[]
  const rows = new Map(stored.map((row) => [row.id, row]))
  for (const row of stored) wrong.push(...brokenRules(row))
  for (const known of history.attempts.values()) {
    const row = rows.get(known.id)
    if (row) compare(known, row, findings)
    else lost.push(`the assessment ${known.id}`)
  }
  const unknown = stored.filter(({ id }) => !history.attempts.has(id))
  if (unknown.length > history.unknownStarts)
    wrong.push(`${unknown.length} more assessments than acknowledged, of at most ${history.unknownStarts} possible`)
  if (unknown.some(({ items }) => items.some(({ answered }) => answered)))
    wrong.push('an assessment that no client knows has answers')

  const shared = new Map(
    (await query('select id, assessment_id from reports')).map((row) => [row.id, row.assessment_id]),
  )
  for (const { id, attemptId } of history.reports.values()) {
    if (!shared.has(id)) lost.push(`the report ${id}`)
    else if (shared.get(id) !== attemptId) wrong.push(`the report ${id} belongs to another assessment`)
  }
  return findings
}
