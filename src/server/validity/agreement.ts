import { LEVELS, type Level } from '#quiz/levels.ts'
import type { Random } from '#quiz/random.ts'
import { atLeastWilson, bootstrap, type Figure } from './interval.ts'

const SIZE = LEVELS.length
/** For each cell of a confusion matrix, the level given less the one known. */
const STEPS = Array.from({ length: SIZE ** 2 }, (_, cell) => (cell % SIZE) - Math.floor(cell / SIZE))

/** People by known level and level given, row after row. */
export type ConfusionCounts = readonly number[]

/** Counts pairs of a known level and one given. */
export function countPairs(pairs: Iterable<readonly [known: Level, given: Level]>): ConfusionCounts {
  const counts = STEPS.map(() => 0)
  for (const [known, given] of pairs) {
    const cell = LEVELS.indexOf(known) * SIZE + LEVELS.indexOf(given)
    counts[cell] = (counts[cell] as number) + 1
  }
  return counts
}

/** People by known level, and by level given. */
function margins(counts: ConfusionCounts): { known: number[]; given: number[]; n: number } {
  const known = LEVELS.map(() => 0)
  const given = LEVELS.map(() => 0)
  let n = 0
  // A plain loop: this runs two thousand times for each figure.
  for (let cell = 0; cell < counts.length; cell++) {
    const count = counts[cell] as number
    const row = Math.floor(cell / SIZE)
    known[row] = (known[row] as number) + count
    given[cell % SIZE] = (given[cell % SIZE] as number) + count
    n += count
  }
  return { known, given, n }
}

/** The mean rank of each level's people, less the mean of all ranks. */
function centeredRanks(people: readonly number[], n: number): number[] {
  let below = 0
  return people.map((count) => {
    const rank = below + (count + 1) / 2 - (n + 1) / 2
    below += count
    return rank
  })
}

/** Spearman's correlation of the ranks, with ties: NaN where all are at one level. */
function rankCorrelation(counts: ConfusionCounts): number {
  const { known, given, n } = margins(counts)
  const rows = centeredRanks(known, n)
  const columns = centeredRanks(given, n)
  let product = 0
  for (let cell = 0; cell < counts.length; cell++)
    product += (counts[cell] as number) * (rows[Math.floor(cell / SIZE)] as number) * (columns[cell % SIZE] as number)
  const squares = (people: number[], ranks: number[]) =>
    people.reduce((sum, count, index) => sum + count * (ranks[index] as number) ** 2, 0)
  return product / Math.sqrt(squares(known, rows) * squares(given, columns))
}

/** Agreement beyond chance, a miss weighing the square of its distance (Cohen 1968): NaN where all are at one level. */
function weightedKappa(counts: ConfusionCounts): number {
  const { known, given, n } = margins(counts)
  let seen = 0
  let expected = 0
  for (let cell = 0; cell < counts.length; cell++) {
    const weight = (STEPS[cell] as number) ** 2
    seen += weight * (counts[cell] as number)
    expected += (weight * (known[Math.floor(cell / SIZE)] as number) * (given[cell % SIZE] as number)) / n
  }
  return 1 - seen / expected
}

/** How well the levels given agree with those known. */
export function agreementOf(counts: ConfusionCounts) {
  let n = 0
  let exact = 0
  let withinOne = 0
  let difference = 0
  for (let cell = 0; cell < counts.length; cell++) {
    const count = counts[cell] as number
    const steps = STEPS[cell] as number
    n += count
    if (steps === 0) exact += count
    if (Math.abs(steps) <= 1) withinOne += count
    difference += steps * count
  }
  return {
    exact: exact / n,
    withinOne: withinOne / n,
    /** Levels given less levels known, in levels. */
    difference: difference / n,
    kappa: weightedKappa(counts),
    rho: rankCorrelation(counts),
  }
}

/** The figures of agreement, each with its interval. */
export type Agreement = {
  exact: Figure
  withinOne: Figure
  difference: Figure
  /** Null where all are at one level. */
  kappa: Figure | null
  rho: Figure | null
}

/** The same with 95 % intervals. */
export function agreementWithIntervals(counts: ConfusionCounts, random: Random): Agreement {
  const { n } = margins(counts)
  const { exact, withinOne, difference, kappa, rho } = bootstrap(counts, agreementOf, random)
  return {
    exact: atLeastWilson(exact as Figure, n),
    withinOne: atLeastWilson(withinOne as Figure, n),
    difference: difference as Figure,
    kappa,
    rho,
  }
}
