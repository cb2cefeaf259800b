import { LEVEL_SPACING } from '#quiz/estimate.ts'
import { LANGUAGES, type Language } from '#quiz/languages.ts'
import { FEWEST_PEOPLE } from '#quiz/level-claim.ts'
import { LEVELS } from '#quiz/levels.ts'
import type { Figure } from './interval.ts'
import type { KnownRow } from './measured.ts'

/** A language whose takers get other levels than takers of the other languages who know the same level. */
export type LanguageApart = { language: Language; apart: Figure }

/** Two-sided, 5 % for eight languages together (Bonferroni). */
const CRITICAL_Z = 2.73
/** In levels. No two banks are quite alike, and with enough people every difference is sure. */
const SMALLEST = 0.1

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

function meanAndSquares(values: readonly number[]) {
  const mean = sumOf(values) / values.length
  return { mean, squares: sumOf(values.map((value) => (value - mean) ** 2)) }
}

/**
 * How far the abilities in one language lie from those in others, in levels, among people who know the same level: who
 * is at an end of the scale differs from who is not, and languages have other learners. A little less than the truth,
 * because the estimate's prior and the ends of the scale hold it back.
 */
function apartFrom(own: readonly KnownRow[], others: readonly KnownRow[]): Figure {
  let weights = 0
  let sum = 0
  let variance = 0
  for (const level of LEVELS) {
    const [here, there] = [own, others].map((rows) =>
      rows.filter(({ known }) => known.level === level).map(({ estimate }) => estimate.theta / LEVEL_SPACING),
    ) as [number[], number[]]
    if (here.length === 0 || there.length === 0 || here.length + there.length < 3) continue
    const weight = 1 / (1 / here.length + 1 / there.length)
    const [one, other] = [meanAndSquares(here), meanAndSquares(there)]
    weights += weight
    sum += weight * (one.mean - other.mean)
    variance += (weight * (one.squares + other.squares)) / (here.length + there.length - 2)
  }
  const value = sum / weights
  const half = (CRITICAL_Z * Math.sqrt(variance)) / weights
  return { value, low: value - half, high: value + half }
}

const distance = ({ low, high }: Figure) => Math.max(low, -high)

/**
 * The languages that are easier (above 0) or harder than the others by more than chance. One after the other, the
 * clearest first: a language that is off makes all others look off the other way until it is left out.
 */
export function languagesApart(rows: readonly KnownRow[]): LanguageApart[] {
  const byLanguage = Map.groupBy(rows, ({ language }) => language)
  const left = LANGUAGES.filter((language) => (byLanguage.get(language)?.length ?? 0) >= FEWEST_PEOPLE)
  const found: LanguageApart[] = []
  // Of two that differ, nobody knows which one is off.
  while (left.length > 2) {
    const rowsOf = (languages: readonly Language[]) => languages.flatMap((each) => byLanguage.get(each) ?? [])
    const candidates = left.map((language) => ({
      language,
      apart: apartFrom(rowsOf([language]), rowsOf(left.filter((each) => each !== language))),
    }))
    const clearest = candidates.reduce((one, other) => (distance(other.apart) > distance(one.apart) ? other : one))
    if (!(distance(clearest.apart) > SMALLEST)) break
    found.push(clearest)
    left.splice(left.indexOf(clearest.language), 1)
  }
  return found
}
