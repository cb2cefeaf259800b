import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '#quiz/languages.ts'
import { readBanks } from '#server/banks/banks.ts'
import { aimsOf } from './aims.ts'
import { rowOf, simulate } from './figures.ts'
import { plots } from './plots.ts'
import { reportLines } from './report.ts'
import { BASE, GUESSING, MISFIT } from './scenario.ts'

const byLanguage = readBanks()
const banks = LANGUAGES.map((language) => byLanguage[language])

describe('a short run of the simulation', () => {
  let last = 0
  const figures = simulate(banks, { takers: 960, seed: 3, onProgress: (share) => (last = share) })
  // Two standard errors of 960 takers are three points; the seed is fixed, so a change of these figures is a change of
  // the code.
  const exact = (method: 'staircase' | 'rescored' | 'routed' | 'further' | 'maximumInformation') =>
    rowOf(figures, BASE, method).agreement.exact

  it('simulates every taker of every part', () => {
    expect(last).toBe(1)
  })

  it('reproduces the known figures of the staircase, its rescored answers, routing, further rounds and the calibrated peer', () => {
    expect(exact('staircase')).toBeGreaterThan(0.43)
    expect(exact('staircase')).toBeLessThan(0.5)
    expect(exact('rescored')).toBeGreaterThan(0.615)
    expect(exact('routed')).toBeGreaterThan(0.63)
    expect(exact('further')).toBeGreaterThan(0.66)
    expect(exact('maximumInformation')).toBeGreaterThan(0.69)
  })

  it('never gives B1 by the staircase where the estimate does', () => {
    expect(rowOf(figures, BASE, 'staircase').agreement.exactByLevel[2]).toBeLessThan(0.02)
    expect(rowOf(figures, BASE, 'rescored').agreement.exactByLevel[2]).toBeGreaterThan(0.45)
  })

  it('keeps the estimate within one level, unbiased and calibrated, whoever guesses', () => {
    for (const scenario of [BASE, ...GUESSING, MISFIT]) {
      const { agreement, confidence } = rowOf(figures, scenario, 'rescored')
      expect(agreement.withinOne).toBeGreaterThan(0.96)
      expect(Math.abs(agreement.bias)).toBeLessThan(0.1)
      expect(confidence?.coverage).toBeGreaterThan(0.87)
      expect(confidence?.error).toBeLessThan(0.08)
    }
  })

  it('gains from calibration on misfitting banks, and more with more takers', () => {
    const [few, many] = figures.calibration
    expect(many?.calibrated).toBeGreaterThan(many?.nominal as number)
    expect(many?.traffic).toBeGreaterThan(few?.traffic as number)
  })

  it('shows everybody the same item only under maximum information', () => {
    expect(figures.exposure.maximumInformation[0]?.rate).toBe(1)
    expect(figures.exposure.routed[0]?.rate).toBeLessThan(0.4)
  })

  it('writes every aim, table and plot', () => {
    const text = reportLines(figures, 'how').join('\n')
    for (const { what } of aimsOf(figures)) expect(text).toContain(what)
    expect(text).not.toMatch(/NaN|undefined/)
    for (const [name, plot] of Object.entries(plots(figures))) {
      expect(text).toContain(`measurement/${name}.svg`)
      expect(plot).toMatch(/^<svg [^>]*>[\s\S]*<\/svg>\n$/)
      expect(plot).not.toMatch(/NaN|undefined/)
    }
  })
})
