import { type Bank, type Item, isCorrectChoice } from './bank.ts'
import { type ItemParameters, nominalParameters, type Response, type ScoredAnswer } from './estimate.ts'
import { nextRoundLevel, type Verdict, verdict } from './level-rule.ts'
import type { Level } from './levels.ts'
import { drawPercentile, type ObservedResults, observedPercentile } from './percentile.ts'
import { type Random, shuffle } from './random.ts'
import { type LevelRule, ROUND_SIZE, type TestPlan, testPlan } from './test-plan.ts'

/** An item as one visitor gets it: the four options in the order shown. */
export type DrawnItem = { item: Item; options: string[] }

export type Step =
  | { kind: 'wait' }
  | { kind: 'round'; drawn: DrawnItem[] }
  | ({ kind: 'finished'; percentile: number } & Verdict)

export type Sources = {
  bank: Bank
  /** Ids asked in this attempt: never drawn again (Specification §4). */
  asked: ReadonlySet<number>
  /** Ids this visitor was asked in earlier attempts: drawn only when nothing else is left at the level. */
  seen: ReadonlySet<number>
  random: Random
}

function drawRound(level: Level, { bank, asked, seen, random }: Sources): DrawnItem[] {
  const candidates = shuffle(
    bank.filter((item) => item.level === level && !asked.has(item.id)),
    random,
  )
  const freshFirst = [...candidates.filter(({ id }) => !seen.has(id)), ...candidates.filter(({ id }) => seen.has(id))]
  return freshFirst
    .slice(0, ROUND_SIZE)
    .map((item) => ({ item, options: shuffle([...item.correct, ...item.incorrect], random) }))
}

/**
 * What follows once `answers` are in, in the order asked: nothing yet inside a round, at its border the next round or the result, as the
 * rule says (Specification §4; docs/decisions/018). Without answers it draws the first round.
 */
export function nextStep(plan: TestPlan, answers: readonly ScoredAnswer[], sources: Sources): Step {
  const reached = verdict(plan, answers)
  if (reached) return { kind: 'finished', percentile: drawPercentile(reached.level, sources.random), ...reached }
  if (answers.length % ROUND_SIZE !== 0) return { kind: 'wait' }
  return { kind: 'round', drawn: drawRound(nextRoundLevel(plan.rule, answers), sources) }
}

/** A question as it was asked, and as it is stored: later changes to the bank or the calibration do not change it. */
export type AskedItem = {
  item_id: number
  item_version: string
  level: Level
  question: string
  image: string
  correct: string[]
  options: string[]
  /** With `discrimination`, the calibrated parameters; absent: the nominal ones of its level. */
  difficulty?: number
  discrimination?: number
}

/** The part of an attempt that the rules need, as it is stored. */
export type Attempt = {
  level_rule: LevelRule
  planned_questions: number
  /** The planned questions and those of further rounds so far. */
  total: number
  seen: number[]
  /** The questions of the rounds before the current one. */
  earlier: AskedItem[]
  round: AskedItem[]
  answered: number
  choices: string[][]
  is_correct: boolean[]
}

type Result = {
  level: Level
  than: number
  /** The number of results that `than` was computed from; null if it was drawn from the level's band. */
  than_of: number | null
  theta: number
  standard_error: number
  scorer_version: string
}

/** What an attempt draws from and is scored by. */
export type AttemptSources = Pick<Sources, 'bank' | 'random'> & {
  scorerVersion: string
  versionOf: (item: Item) => string
  /** Null: nominal. */
  parametersOf: (item: Item) => ItemParameters | null
  /** The results there are to compare with; absent: the percentile is drawn from the level's band. */
  observed?: ((reached: { level: Level; theta: number }) => ObservedResults) | undefined
}

/** A drawn item as it is stored. */
export function toAsked(
  { item, options }: DrawnItem,
  { versionOf, parametersOf }: Pick<AttemptSources, 'versionOf' | 'parametersOf'>,
): AskedItem {
  const { id, level, question, image, correct } = item
  return { item_id: id, item_version: versionOf(item), level, question, image, correct, options, ...parametersOf(item) }
}

/** The first round of an attempt. */
export function firstRound(plan: TestPlan, seen: readonly number[], sources: AttemptSources): AskedItem[] {
  const first = nextStep(plan, [], { ...sources, asked: new Set(), seen: new Set(seen) })
  if (first.kind !== 'round') throw new Error('An attempt begins with a round.')
  return first.drawn.map((drawn) => toAsked(drawn, sources))
}

/** An answer with the parameters of its question, as evidence of ability. */
export type ScoredRow = Pick<AskedItem, 'level'> & {
  difficulty?: number | null
  discrimination?: number | null
  choice: readonly string[] | null
  is_correct: boolean | null
}

/** The empty choice is "I don't know". */
export function responseOf({ choice, is_correct }: Pick<ScoredRow, 'choice' | 'is_correct'>): Response {
  if (is_correct) return 'right'
  return choice?.length === 0 ? 'unknown' : 'wrong'
}

export function scoreAnswer(row: ScoredRow): ScoredAnswer {
  const { level, difficulty, discrimination } = row
  const isCalibrated = typeof difficulty === 'number' && typeof discrimination === 'number'
  return {
    response: responseOf(row),
    parameters: isCalibrated ? { difficulty, discrimination } : nominalParameters(level),
  }
}

/** What an answer does to an attempt: `round` is the next round, if this answer ends one and the attempt goes on. */
export type Taken = {
  kind: 'taken'
  item: AskedItem
  isCorrect: boolean
  total: number
  round: AskedItem[] | null
  result: Result | null
}

/** A repeat changes nothing: the first answer stands. */
export type Decision = Taken | { kind: 'repeat' | 'no such position' | 'out of order' | 'not offered' }

function toResult(
  { level, estimate, percentile: drawn }: Extract<Step, { kind: 'finished' }>,
  { observed, scorerVersion }: AttemptSources,
): Result {
  const { theta, standardError: standard_error } = estimate
  const others = observed?.({ level, theta })
  const counted = others && observedPercentile(others)
  const rank =
    counted === undefined ? { than: drawn, than_of: null } : { than: counted, than_of: others?.finished ?? null }
  return { level, ...rank, theta, standard_error, scorer_version: scorerVersion }
}

/** Decides what becomes of the answer to question `position`, 1 being the first (Specification §4, §5). */
export function takeAnswer(
  attempt: Attempt,
  { position, choice }: { position: number; choice: readonly string[] },
  sources: AttemptSources,
): Decision {
  const { level_rule, planned_questions, total, seen, answered, choices, is_correct } = attempt
  if (position > total) return { kind: 'no such position' }
  if (position <= answered) return { kind: 'repeat' }
  const items = [...attempt.earlier, ...attempt.round]
  const item = items[answered]
  if (!item || position !== answered + 1) return { kind: 'out of order' }
  if (!choice.every((option) => item.options.includes(option))) return { kind: 'not offered' }

  const isCorrect = isCorrectChoice(choice, item.correct)
  const scored = items
    .slice(0, position)
    .map((asked, index) =>
      scoreAnswer({ ...asked, choice: choices[index] ?? choice, is_correct: is_correct[index] ?? isCorrect }),
    )
  const step = nextStep(testPlan(level_rule, planned_questions), scored, {
    ...sources,
    asked: new Set(items.map(({ item_id }) => item_id)),
    seen: new Set(seen),
  })
  const round = step.kind === 'round' ? step.drawn.map((drawn) => toAsked(drawn, sources)) : null
  return {
    kind: 'taken',
    item,
    isCorrect,
    total: Math.max(total, round ? position + round.length : 0),
    round,
    result: step.kind === 'finished' ? toResult(step, sources) : null,
  }
}
