import { describe, expect, it } from 'vitest'
import { readBanks } from '#server/banks/banks.ts'
import { BASE, SCENARIOS } from './scenario.ts'
import { agreementIn, type Method, simulate } from './study.ts'
import { summaryLines } from './summary.ts'

describe('a short run of the simulation', () => {
  const figures = simulate({ banks: Object.values(readBanks()), takers: 960, seed: 3 })
  // Two standard errors for 960 test takers are three points. The seed is fixed, so only the code changes the figures.
  const exact = (method: Method) => agreementIn(figures, BASE, method).exact

  it('reproduces the known figures of the staircase, its rescored answers, the estimate, and the informed peer', () => {
    expect(exact('staircase')).toBeGreaterThan(0.43)
    expect(exact('staircase')).toBeLessThan(0.5)
    expect(exact('rescored')).toBeGreaterThan(0.615)
    expect(exact('estimate')).toBeGreaterThan(0.63)
    expect(exact('maximumInformation')).toBeGreaterThan(0.69)
  })

  it('never gives B1 by the staircase where the estimate does', () => {
    expect(agreementIn(figures, BASE, 'staircase').exactByLevel[2]).toBeLessThan(0.02)
    expect(agreementIn(figures, BASE, 'rescored').exactByLevel[2]).toBeGreaterThan(0.45)
  })

  it('keeps the estimate within one level and unbiased, and its band accurate, however much test takers guess', () => {
    for (const scenario of SCENARIOS.slice(0, 5)) {
      const { withinOne, bias, coverage } = agreementIn(figures, scenario, 'rescored')
      expect(withinOne).toBeGreaterThan(0.96)
      expect(Math.abs(bias)).toBeLessThan(0.1)
      expect(coverage).toBeGreaterThan(0.87)
    }
  })

  it('changes the level less on a retake by the estimate than by the staircase', () => {
    expect(figures.retakes.rescored.farApart).toBeLessThan(figures.retakes.staircase.farApart / 2)
  })

  it('writes every table', () => {
    const text = summaryLines(figures, 'how').join('\n')
    for (const { name } of SCENARIOS) expect(text).toContain(`${name}: `)
    expect(text).not.toMatch(/NaN|undefined/)
  })
})
