import type { Bank } from '#quiz/bank.ts'
import { LEVEL_SPACING, levelCenter } from '#quiz/estimate.ts'
import { LANGUAGES } from '#quiz/languages.ts'
import { LEVELS, type Level, moveLevel } from '#quiz/levels.ts'
import { type Random, seededRandom } from '#quiz/random.ts'
import type { ClaimRow, ComparedResult, RetestPair } from '#server/db/tables/validity.ts'
import { type ConfusionCounts, countPairs } from '#server/validity/agreement.ts'
import type { Attempt } from './deliver.ts'
import { BASE, chance, makeTaker, trueParameters } from './scenario.ts'
import { sit } from './study.ts'

/** Some certificate. */
const GOETHE = { certificate: 'goethe', grade: 'B1' }

/** How likely each difference between the level given and the one known is. */
export type Steps = readonly { step: number; chance: number }[]

/** Levels that are exact with this probability, and otherwise one off, rarely two. */
export function stepsExactly(exact: number): Steps {
  const miss = 1 - exact
  return [
    { step: 0, chance: exact },
    { step: 1, chance: 0.5 * miss },
    { step: -1, chance: 0.4 * miss },
    { step: 2, chance: 0.1 * miss },
  ]
}

const drawOf = <Value>(values: readonly Value[], random: Random) =>
  values[Math.floor(random() * values.length)] as Value

function drawStep(steps: Steps, random: Random): number {
  let left = random()
  for (const { step, chance: likely } of steps) {
    left -= likely
    if (left < 0) return step
  }
  return 0
}

/** Of a million people, how many of each known level are given each level: all levels are known equally often. */
export function plantedCounts(steps: Steps): ConfusionCounts {
  const each = 1_000_000 / LEVELS.length
  const counts = countPairs([]).map(() => 0)
  for (const [row, known] of LEVELS.entries())
    for (const { step, chance: likely } of steps) {
      const cell = row * LEVELS.length + LEVELS.indexOf(moveLevel(known, step))
      counts[cell] = (counts[cell] as number) + each * likely
    }
  return counts
}

const CLAIM = {
  interfaceLanguage: 'en',
  rule: 'staircase',
  isRuleDrawn: false,
  finishedAt: new Date('2026-11-01'),
  usedUnknown: true,
  fit: 'about_right',
} as const satisfies Partial<ClaimRow>

const MEDIAN_MS = 6000

/** A claim of a person with a certificate, given these levels. */
export function claimOf(person: number, known: Level, given: Level, estimated = given): ClaimRow {
  return {
    ...{ ...CLAIM, person, level: given, medianMs: MEDIAN_MS },
    language: LANGUAGES[person % LANGUAGES.length] as ClaimRow['language'],
    estimate: { level: estimated, theta: levelCenter(estimated), standardError: 0.5 },
    known: { source: 'certificate', level: known, ...GOETHE, year: 2025 },
  }
}

/** People with certificates whose levels by both methods differ from them as planted. */
export function plantedClaims(
  people: number,
  { headline, estimate }: { headline: Steps; estimate: Steps },
  seed: number,
): ClaimRow[] {
  const random = seededRandom(seed)
  return Array.from({ length: people }, (_, person) => {
    const known = drawOf(LEVELS, random)
    const given = moveLevel(known, drawStep(headline, random))
    return claimOf(person, known, given, moveLevel(known, drawStep(estimate, random)))
  })
}

const resultOf = ({ verdict: { level, estimate } }: Attempt): ComparedResult => ({
  level,
  estimate,
  medianMs: MEDIAN_MS,
  rule: CLAIM.rule,
  isRuleDrawn: false,
})

/** How a taker's certificate errs: one in six is a level off. */
const CERTIFICATE: Steps = [
  { step: 0, chance: 5 / 6 },
  { step: 1, chance: 1 / 12 },
  { step: -1, chance: 1 / 12 },
]

/**
 * Simulated takers of the real banks with certificates, and their second attempts.
 * @param easier by bank, how many levels its items are easier than their tags
 */
export function simulatedClaims(
  banks: readonly Bank[],
  { each, seed, easier }: { each: number; seed: number; easier: readonly number[] },
): { rows: ClaimRow[]; pairs: RetestPair[] } {
  const rows: ClaimRow[] = []
  const pairs: RetestPair[] = []
  for (const [index, bank] of banks.entries()) {
    const shift = (easier[index] ?? 0) * LEVEL_SPACING
    const truth = new Map(
      [...trueParameters(bank, BASE, seed, index)].map(([id, { difficulty, discrimination }]) => [
        id,
        { difficulty: difficulty - shift, discrimination },
      ]),
    )
    for (let number = index * each; number < (index + 1) * each; number++) {
      const sitting = { taker: makeTaker(number, BASE, seed), bank, truth, seed }
      const first = sit('staircase', sitting)
      const again = sit('staircase', sitting, 1, new Set(first.items.map(({ id }) => id)))
      const random = seededRandom(chance(seed, number, 20) * 2 ** 32)
      const known = moveLevel(sitting.taker.level, drawStep(CERTIFICATE, random))
      const language = LANGUAGES[index] as ClaimRow['language']
      rows.push({ ...claimOf(number, known, 'A1'), ...resultOf(first), language })
      pairs.push({ person: number, language, first: resultOf(first), second: resultOf(again) })
    }
  }
  return { rows, pairs }
}
