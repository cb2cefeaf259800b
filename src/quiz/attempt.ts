import type { Bank, Item } from './bank.ts'
import type { ScoredAnswer } from './estimate.ts'
import { nextRoundLevel, type Verdict, verdict } from './level-rule.ts'
import type { Level } from './levels.ts'
import { drawPercentile } from './percentile.ts'
import { type Random, shuffle } from './random.ts'
import { ROUND_SIZE, type TestPlan } from './test-plan.ts'

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
  /** Ids this visitor met in earlier attempts: drawn only when the level has nothing else left. */
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
 * What follows `answers`, which are in the order asked: inside a round nothing, after it the next round or the result, as the plan's rule
 * decides (Specification §4; docs/decisions/018). Without answers it draws the first round.
 */
export function nextStep(plan: TestPlan, answers: readonly ScoredAnswer[], sources: Sources): Step {
  const reached = verdict(plan, answers)
  if (reached) return { kind: 'finished', percentile: drawPercentile(reached.level, sources.random), ...reached }
  if (answers.length % ROUND_SIZE !== 0) return { kind: 'wait' }
  return { kind: 'round', drawn: drawRound(nextRoundLevel(plan.rule, answers), sources) }
}
