import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '#quiz/languages.ts'
import { LEVELS, type Level } from '#quiz/levels.ts'
import { seededRandom } from '#quiz/random.ts'
import { readBanks } from '#server/banks/banks.ts'
import type { ClaimRow } from '#server/db/tables/validity.ts'
import { agreementOf } from '#server/validity/agreement.ts'
import type { Figure } from '#server/validity/interval.ts'
import { languagesApart } from '#server/validity/languages-apart.ts'
import { measure } from '#server/validity/measured.ts'
import { measureRetests } from '#server/validity/retests.ts'
import { validityReport } from '#server/validity/validity.ts'
import { claimOf, plantedClaims, plantedCounts, simulatedClaims, stepsExactly } from './planted-claims.ts'

const SEEDS = 100
const seeds = Array.from({ length: SEEDS }, (_, index) => index + 1)
const holds = ({ low, high }: Figure, value: number) => low <= value && value <= high

const known = (rows: ClaimRow[]) => rows.filter((row) => row.known !== null) as Parameters<typeof measure>[0]
const measured = (rows: ClaimRow[], seed: number) => {
  const found = measure(known(rows), seededRandom(seed))
  if (!found) throw new Error('Too few.')
  return found
}

const reportOf = (rows: ClaimRow[]) => validityReport({ rows, pairs: [], completions: [] }, 1)

describe('planted agreement', () => {
  const steps = stepsExactly(0.7)
  const truth = agreementOf(plantedCounts(steps))
  const found = seeds.map((seed) => measured(plantedClaims(300, { headline: steps, estimate: steps }, seed), seed))

  it.each(['exact', 'withinOne', 'difference', 'kappa', 'rho'] as const)(
    'is within its interval in 19 of 20 seeds, and the interval is no wider than that takes: %s',
    (name) => {
      const held = found.filter(({ headline }) => holds(headline[name] as Figure, truth[name])).length
      // Five standard errors of a hundred seeds would be ten; intervals of 80 or of 99.9 % fail.
      expect(held).toBeGreaterThanOrEqual(90)
      expect(held).toBeLessThan(SEEDS)
    },
  )

  it('is no gain of the estimate, in 19 of 20 seeds', () => {
    expect(found.filter(({ gain }) => holds(gain.exact, 0)).length).toBeGreaterThanOrEqual(90)
  })
})

describe('a rule that is 15 points better', () => {
  it('is found, by as much', () => {
    const better = { headline: stepsExactly(0.55), estimate: stepsExactly(0.7) }
    const found = seeds.map((seed) => measured(plantedClaims(300, better, seed), seed).gain.exact)
    expect(found.filter((gain) => holds(gain, 0.15)).length).toBeGreaterThanOrEqual(90)
    // 300 people see it nine times in ten.
    expect(found.filter(({ low }) => low > 0).length).toBeGreaterThanOrEqual(90)
  })
})

describe('simulated takers with certificates', () => {
  const byLanguage = readBanks()
  const banks = LANGUAGES.map((language) => byLanguage[language])
  const simulated = (seed: number, tooEasy: Partial<Record<Language, number>> = {}) =>
    simulatedClaims(banks, { each: 100, seed, easier: LANGUAGES.map((language) => tooEasy[language] ?? 0) })

  it('show the language that is half a level too easy, nearly by as much, and no other', () => {
    for (const seed of [1, 2]) {
      const apart = languagesApart(known(simulated(seed, { german: 0.5 }).rows))
      expect(apart.map(({ language }) => language)).toEqual(['german'])
      // The prior and the ends of the scale hold the estimates back.
      expect(apart[0]?.apart.value).toBeGreaterThan(0.3)
      expect(apart[0]?.apart.value).toBeLessThan(0.55)
    }
  })

  it('show none where the banks are alike', () => {
    for (const seed of [3, 4]) expect(languagesApart(known(simulated(seed).rows))).toEqual([])
  })

  it('have what docs/measurement.md knows of the two rules and of second attempts', () => {
    const { rows, pairs } = simulated(7)
    const { gain } = measured(rows, 7)
    // Less than the 19 points there, because one certificate in six is a level off.
    expect(gain.exact.low).toBeGreaterThan(0.1)
    expect(gain.exact.high).toBeLessThan(0.25)
    const retests = measureRetests(pairs, seededRandom(7))
    if (!retests) throw new Error('Too few.')
    expect(holds(retests.headline.same, 0.565)).toBe(true)
    expect(holds(retests.headline.twoApart, 0.254)).toBe(true)
    expect(holds(retests.estimate.same, 0.547)).toBe(true)
    expect(holds(retests.estimate.twoApart, 0.037)).toBe(true)
    // A prior pulls both attempts to the same middle, so that they differ by less than their errors say.
    expect(retests.error.value / retests.statedError).toBeGreaterThan(0.85)
    expect(retests.error.value / retests.statedError).toBeLessThan(1)
  })
})

describe('one person', () => {
  const steps = { headline: stepsExactly(0.7), estimate: stepsExactly(0.75) }
  const honest = plantedClaims(400, steps, 9)
  const random = seededRandom(4)
  const drawn = (): Level => LEVELS[Math.floor(random() * LEVELS.length)] as Level
  const tests = Array.from({ length: 300 }, () => ({ ...claimOf(1000, drawn(), drawn()), language: 'german' as const }))

  it('who lies at random in three hundred tests counts once', () => {
    const of = (rows: ClaimRow[]) => reportOf(rows).filtered.sources[0]?.all
    const [before, after] = [of(honest), of([...honest, ...tests])]
    expect(after?.n).toBe((before?.n ?? 0) + 1)
    for (const name of ['exact', 'withinOne'] as const) {
      const shift = (after?.headline[name].value ?? 9) - (before?.headline[name].value ?? 0)
      expect(Math.abs(shift)).toBeLessThan(0.0025)
    }
  })

  it('who answers everything in a second is left out, and is seen to be', () => {
    const fast = tests.map((row, index) => ({ ...row, person: 1000 + index, medianMs: 1000 }))
    const before = reportOf(honest)
    const after = reportOf([...honest, ...fast])
    expect(after.filtered).toEqual(before.filtered)
    expect(after.read).toMatchObject({ claims: 700, carelessClaims: 300 })
    expect(after.everybody.sources[0]?.all.headline.exact.value).toBeLessThan(0.6)
  })
})
