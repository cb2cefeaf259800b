import type { Random } from '#quiz/random.ts'
import { resample } from './multinomial.ts'

/** A figure with its 95 % interval. */
export type Figure = { value: number; low: number; high: number }

/** How often people are drawn again. */
export const RESAMPLES = 2000
const Z = 1.96

/** The value below which a share of the sorted values lies. */
function quantile(sorted: Float64Array, share: number): number {
  const at = share * (sorted.length - 1)
  const below = sorted[Math.floor(at)] as number
  return below + (at % 1) * ((sorted[Math.ceil(at)] as number) - below)
}

/**
 * Figures of people counted in cells, each with its percentile bootstrap interval: what it is when as many people are
 * drawn again from those who are there. A figure that cannot be computed is null.
 * @param measure may return NaN, as a correlation does where all are alike
 */
export function bootstrap<Name extends string>(
  counts: readonly number[],
  measure: (counts: readonly number[]) => Readonly<Record<Name, number>>,
  random: Random,
): Record<Name, Figure | null> {
  const found = Object.entries<number>(measure(counts)) as [Name, number][]
  const again = Array.from({ length: RESAMPLES }, () => measure(resample(counts, random)))
  const figures = found.map(([name, value]): [Name, Figure | null] => {
    if (Number.isNaN(value)) return [name, null]
    const sorted = Float64Array.from(again.map((each) => each[name]).filter((each) => !Number.isNaN(each))).sort()
    return [name, { value, low: quantile(sorted, 0.025), high: quantile(sorted, 0.975) }]
  })
  return Object.fromEntries(figures) as Record<Name, Figure | null>
}

/**
 * A share's interval, at least as wide as Wilson's (1927): where all agree, all who are drawn again agree too, and
 * the bootstrap alone would be sure after twenty people.
 */
export function atLeastWilson({ value, low, high }: Figure, n: number): Figure {
  const center = (value + Z ** 2 / (2 * n)) / (1 + Z ** 2 / n)
  const half = (Z * Math.sqrt((value * (1 - value)) / n + Z ** 2 / (4 * n ** 2))) / (1 + Z ** 2 / n)
  return { value, low: Math.min(low, center - half), high: Math.max(high, center + half) }
}

/** The share of `counted` among `n` with its interval. */
export function shareOf(counted: number, n: number): Figure {
  const value = counted / n
  return atLeastWilson({ value, low: value, high: value }, n)
}
