import type { ItemCounts } from './item-counts.ts'
import type { Dif } from './item-statistics.ts'

/** With fewer answers of the smaller group, nothing is reported. */
const ENOUGH = 30
/** From the logarithm of an odds ratio to ETS's scale of difficulty (Holland & Thayer 1988). */
const DELTA = -2.35
const Z_95 = 1.96
const Z_95_ONE_SIDED = 1.645

type Group = { right: number[]; missed: number[] }

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
const sizeOf = ({ right, missed }: Group) => sumOf(right) + sumOf(missed)

/**
 * The common odds ratio over the bands with the variance of its logarithm (Robins, Breslow & Greenland 1986); null
 * where a cell stays empty.
 */
function commonOdds(reference: Group, focal: Group): { log: number; variance: number } | null {
  let [r, s, pr, ps, qs] = [0, 0, 0, 0, 0]
  for (const [band, a] of reference.right.entries()) {
    const b = reference.missed[band] as number
    const c = focal.right[band] as number
    const d = focal.missed[band] as number
    const n = a + b + c + d
    if (n === 0) continue
    r += (a * d) / n
    s += (b * c) / n
    pr += ((a + d) * a * d) / n ** 2
    ps += ((a + d) * b * c + (b + c) * a * d) / n ** 2
    qs += ((b + c) * b * c) / n ** 2
  }
  if (r === 0 || s === 0) return null
  return { log: Math.log(r / s), variance: pr / (2 * r ** 2) + ps / (2 * r * s) + qs / (2 * s ** 2) }
}

/** ETS's classes (Zieky 1993): C is at least 1.5 and surely beyond 1, A below 1 or not surely other than 0. */
function classOf(delta: number, standardError: number): Dif['class'] {
  const size = Math.abs(delta)
  if (size >= 1.5 && (size - 1) / standardError > Z_95_ONE_SIDED) return 'C'
  return size < 1 || size / standardError < Z_95 ? 'A' : 'B'
}

/** Every interface language with enough answers against the most frequent one. */
export function difOf({ groups }: ItemCounts): Dif[] {
  const [reference, ...others] = [...groups].sort(([, one], [, other]) => sizeOf(other) - sizeOf(one))
  if (!reference) return []
  return others.flatMap(([focal, group]) => {
    const odds = sizeOf(group) >= ENOUGH && commonOdds(reference[1], group)
    if (!odds) return []
    const delta = DELTA * odds.log
    const standardError = -DELTA * Math.sqrt(odds.variance)
    const difference = { focal, reference: reference[0], answers: sizeOf(group), delta, standardError }
    return [{ ...difference, class: classOf(delta, standardError) }]
  })
}
