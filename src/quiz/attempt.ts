import { type Bank, type Item, isCorrectChoice } from './bank.ts'
import { enemiesOf } from './enemies.ts'
import { type ItemParameters, nominalParameters, type Response, type ScoredAnswer } from './estimate.ts'
import { nextRoundLevel, type Verdict, verdict } from './level-rule.ts'
import type { Level } from './levels.ts'
import { drawPercentile, type ObservedResults, observedPercentile } from './percentile.ts'
import { type Random, shuffle } from './random.ts'
import { type LevelRule, ROUND_SIZE, type TestPlan, testPlan } from './test-plan.ts'

/** An item as shown to one visitor: the four options in order. */
export type DrawnItem = { item: Item; options: string[] }

export type Step =
  | { kind: 'wait' }
  | { kind: 'round'; drawn: DrawnItem[] }
  | ({ kind: 'finished'; percentile: number } & Verdict)

export type Sources = {
  bank: Bank
  /** Ids asked in this attempt: never drawn again (Specification §4). */
  asked: ReadonlySet<number>
  /** Ids this visitor was asked in earlier attempts: drawn only if nothing else is left at the level. */
  seen: ReadonlySet<number>
  random: Random
}

/** How often to redraw a round to find one without enemies, since early draws may leave only enemies. */
const DRAWS = 8

/** Draws items one by one from the best candidates: new to the visitor, then without an enemy in the test. */
function pickRound(left: Item[], { bank, asked, seen, random }: Sources): { items: Item[]; withEnemies: number } {
  const enemies = enemiesOf(bank)
  const held = [...asked]
  const candidates = shuffle(left, random)
  const items: Item[] = []
  let withEnemies = 0
  while (items.length < ROUND_SIZE && candidates.length > 0) {
    let best = Number.POSITIVE_INFINITY
    let at = 0
    for (let index = 0; index < candidates.length && best > 0; index++) {
      const { id } = candidates[index] as Item
      const hasEnemy = held.some((other) => enemies.get(id)?.has(other))
      const rank = Number(seen.has(id)) * 2 + Number(hasEnemy)
      if (rank < best) [best, at] = [rank, index]
    }
    const [item] = candidates.splice(at, 1) as [Item]
    items.push(item)
    held.push(item.id)
    withEnemies += best % 2
  }
  return { items, withEnemies }
}

/**
 * A round of a level: items new to this visitor first, and among those no two enemies as long as the level allows; within
 * that, at random (docs/decisions/005).
 */
function drawRound(level: Level, sources: Sources): DrawnItem[] {
  const { bank, asked, random } = sources
  const left = bank.filter((item) => item.level === level && !asked.has(item.id))
  let round = pickRound(left, sources)
  for (let draws = 1; round.withEnemies > 0 && draws < DRAWS; draws++) {
    const other = pickRound(left, sources)
    if (other.withEnemies < round.withEnemies) round = other
  }
  return round.items.map((item) => ({ item, options: shuffle([...item.correct, ...item.incorrect], random) }))
}

/**
 * What follows `answers`, in the order asked: nothing inside a round, at its end the next round or the result, as the
 * rule says (Specification §4; docs/decisions/018). Without answers it draws the first round.
 */
export function nextStep(plan: TestPlan, answers: readonly ScoredAnswer[], sources: Sources): Step {
  const reached = verdict(plan, answers)
  if (reached) return { kind: 'finished', percentile: drawPercentile(reached.level, sources.random), ...reached }
  if (answers.length % ROUND_SIZE !== 0) return { kind: 'wait' }
  return { kind: 'round', drawn: drawRound(nextRoundLevel(plan.rule, answers), sources) }
}

/** A question as asked and stored: later changes to the bank or the calibration do not affect it. */
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

/** The stored part of an attempt that the rules need. */
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

/** What an attempt is drawn from and scored with. */
export type AttemptSources = Pick<Sources, 'bank' | 'random'> & {
  scorerVersion: string
  versionOf: (item: Item) => string
  /** Null: nominal. */
  parametersOf: (item: Item) => ItemParameters | null
  /** The results to compare with; absent: the percentile is drawn from the level's band. */
  observed?: ((reached: { level: Level; theta: number }) => ObservedResults) | undefined
}

/** A drawn item in its stored form. */
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

/** An answer with its question's parameters, as the estimate reads it. */
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

/** What an answer does to an attempt: `round` is the next round, if this answer ends one and the attempt continues. */
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

/** Decides what to do with the answer to question `position`, counting from 1 (Specification §4, §5). */
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
  // Inside a round nothing follows, so most answers need no scores.
  if (position % ROUND_SIZE !== 0) return { kind: 'taken', item, isCorrect, total, round: null, result: null }
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

/** The attempt once the answer is taken. */
export function afterAnswer<Kept extends Attempt>(
  attempt: Kept,
  choice: readonly string[],
  { isCorrect, total, round, result }: Taken,
): Kept & Partial<Result> {
  const { answered, choices, is_correct, earlier } = attempt
  return {
    ...attempt,
    total,
    answered: answered + 1,
    choices: [...choices, [...choice]],
    is_correct: [...is_correct, isCorrect],
    ...(round ? { earlier: [...earlier, ...attempt.round], round } : {}),
    ...result,
  }
}
