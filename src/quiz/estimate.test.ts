import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { build } from 'vite'
import { describe, expect, it } from 'vitest'
import { LEVELS, type Level, ROUND_SIZE } from './constants.ts'
import {
  ABILITIES,
  bandWith,
  type Estimate,
  estimateAbility,
  GUESS_RATES,
  knownCurve,
  levelCenter,
  levelOf,
  posterior,
  probabilityKnown,
  type Response,
  type ScoredAnswer,
} from './estimate.ts'
import { levelAfter } from './level-rule.ts'

const answer = (level: Level, response: Response): ScoredAnswer => ({ response, difficulty: levelCenter(level) })

function answersOf(levels: string, digits: string): ScoredAnswer[] {
  const asked = levels.split(' ').flatMap((level) => new Array(ROUND_SIZE).fill(level))
  return [...digits.replaceAll(' ', '')].map((digit, index) => answer(asked[index], digit === '1' ? 'right' : 'wrong'))
}

/** The fifteen questions that the staircase asks for these responses. */
function onStaircase(responses: readonly Response[]): ScoredAnswer[] {
  const outcomes = responses.map((response) => response === 'right')
  return responses.map((response, index) =>
    answer(levelAfter(outcomes.slice(0, index - (index % ROUND_SIZE))), response),
  )
}

const responses = (length: number) =>
  fc.array(fc.constantFrom<Response>('right', 'wrong', 'unknown'), { minLength: length, maxLength: length })

/** Improves one answer: from wrong to unknown to right. */
function bettered(answers: readonly ScoredAnswer[], index: number, from: Response, to: Response) {
  return answers.map((each, at) => (at === index && each.response === from ? { ...each, response: to } : each))
}

describe('the estimate against jsCAT', () => {
  // Figures from jsCAT 5.2.3 with the same items and a uniform prior. Its package pulls a dependency from a repository
  // instead of the registry, so we don't depend on it, not even for tests (docs/decisions/018).
  const FIXED_GUESS_RATE = [0.5]
  it.each([
    ['B1 B2 C1 C2 C2', '111 111 111 111 111', 3.3489, 0.264, 'C2', [0, 0, 0, 0, 0.005, 0.995]],
    ['B1 A2 A1 A1 A1', '000 000 000 000 000', -3.4516, 0.174, 'A1', [1, 0, 0, 0, 0, 0]],
    ['B1 B2 B1 B2 B1', '111 000 111 000 111', 0.1343, 0.519, 'B2', [0, 0.005, 0.427, 0.543, 0.025, 0]],
    ['B1 B2 C1 C2 C1', '111 111 111 000 111', 2.7351, 0.521, 'C2', [0, 0, 0, 0.003, 0.227, 0.77]],
    ['B1 A2 A1 A2 A1', '000 000 111 000 111', -2.6132, 0.497, 'A1', [0.63, 0.366, 0.004, 0, 0, 0]],
    ['B1 B2 C1 B2 C1', '110 101 100 011 010', 0.6006, 0.649, 'B2', [0.001, 0.007, 0.171, 0.63, 0.189, 0.001]],
  ] as const)('%s answered %s', (levels, digits, theta, standardError, level, probabilities) => {
    const found = estimateAbility(answersOf(levels, digits), FIXED_GUESS_RATE)
    expect(found.theta.toFixed(4)).toBe(theta.toFixed(4))
    expect(found.standardError.toFixed(3)).toBe(standardError.toFixed(3))
    expect(found.level).toBe(level)
    // That study counted an ability of 0 as B1, and one on any other cut as the level above; ours splits it, as the
    // next test confirms.
    const rows = posterior(answersOf(levels, digits), FIXED_GUESS_RATE)
    const countedAs = ABILITIES.map((ability) => levelOf(ability === 0 ? -0.01 : ability))
    const shares = LEVELS.map((each) =>
      rows.reduce((sum, [row], at) => sum + (countedAs[at] === each ? Number(row) : 0), 0),
    )
    expect(shares.map((share) => Number(share.toFixed(3)))).toEqual([...probabilities])
  })

  it('splits the levels like a grid a hundred times finer', () => {
    const answers = answersOf('B1 B2 B1 B2 B1', '111 000 111 000 111')
    const fine = { B1: 0, all: 0 }
    for (let theta = -3.6; theta < 3.6; theta += 0.001) {
      const likelihood = answers.reduce((product, { response, difficulty }) => {
        const known = 1 / (1 + Math.exp(-1.2 * (theta - difficulty)))
        return product * (response === 'right' ? known + (1 - known) / 8 : (1 - known) * (3 / 8))
      }, 1)
      fine.all += likelihood
      if (theta >= -1.2 && theta < 0) fine.B1 += likelihood
    }
    expect(estimateAbility(answers, FIXED_GUESS_RATE).probabilities.B1).toBeCloseTo(fine.B1 / fine.all, 3)
  })
})

/** The same posterior computed differently: logarithms, the plain formula, one pass over the grid per guess rate. */
function byLogarithms(answers: readonly ScoredAnswer[]) {
  const cells: { ability: number; log: number }[] = []
  for (const guess of GUESS_RATES)
    for (let tenth = -36; tenth <= 36; tenth++) {
      const ability = tenth / 10
      let log = guess === 0.05 || guess === 0.95 ? Math.log(3) : 0
      for (const { response, difficulty } of answers) {
        const unknown = 1 / (1 + Math.exp(1.2 * (ability - difficulty)))
        if (response === 'right') log += Math.log(1 - unknown * (1 - guess / 4))
        else log += Math.log(unknown) + Math.log(response === 'wrong' ? 0.75 * guess : 1 - guess)
      }
      cells.push({ ability, log })
    }
  const highest = Math.max(...cells.map(({ log }) => log))
  const total = cells.reduce((sum, { log }) => sum + Math.exp(log - highest), 0)
  const moment = (power: number) =>
    cells.reduce((sum, { ability, log }) => sum + (ability ** power * Math.exp(log - highest)) / total, 0)
  return { theta: moment(1), standardError: Math.sqrt(moment(2) - moment(1) ** 2) }
}

describe('the estimate', () => {
  it('agrees with another integration, at any difficulty', () => {
    const answers = fc.array(
      fc.record({
        response: fc.constantFrom<Response>('right', 'wrong', 'unknown'),
        difficulty: fc.double({ min: -5, max: 5, noNaN: true }),
      }),
      { maxLength: 15 },
    )
    fc.assert(
      fc.property(answers, (given) => {
        const found = estimateAbility(given)
        const expected = byLogarithms(given)
        expect(found.theta).toBeCloseTo(expected.theta, 6)
        expect(found.standardError).toBeCloseTo(expected.standardError, 5)
      }),
      { numRuns: 300 },
    )
  })

  it('is within the scale for every pattern, with a posterior that sums to 1 and a band that holds 80%', () => {
    fc.assert(
      fc.property(responses(15), (given) => {
        const answers = onStaircase(given)
        const { theta, standardError, level, probabilities, band } = estimateAbility(answers)
        const total = posterior(answers)
          .flat()
          .reduce((sum, weight) => sum + weight, 0)
        expect(total).toBeCloseTo(1, 10)
        expect(Object.values(probabilities).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 10)
        expect(Math.abs(theta)).toBeLessThan(3.6)
        expect(standardError).toBeGreaterThan(0)
        expect(level).toBe(levelOf(theta))
        const held = LEVELS.slice(LEVELS.indexOf(band[0]), LEVELS.indexOf(band[1]) + 1)
        expect(held.reduce((sum, each) => sum + probabilities[each], 0)).toBeGreaterThanOrEqual(0.8)
      }),
      { numRuns: 2000 },
    )
  })

  it("doesn't depend on the order of the answers", () => {
    fc.assert(
      fc.property(responses(15), (given) => {
        const answers = onStaircase(given)
        expect(estimateAbility(answers.toReversed()).theta).toBeCloseTo(estimateAbility(answers).theta, 10)
      }),
    )
  })

  it('never falls when a wrong answer turns right or unknown', () => {
    fc.assert(
      fc.property(responses(15), fc.nat(14), (given, index) => {
        const answers = onStaircase(given)
        const before = estimateAbility(answers).theta
        for (const to of ['right', 'unknown'] as const)
          expect(estimateAbility(bettered(answers, index, 'wrong', to)).theta).toBeGreaterThanOrEqual(before - 1e-12)
      }),
      { numRuns: 1000 },
    )
  })

  it('falls by at most 0.13 logits when an unknown answer turns right, since a lucky test taker may be guessing', () => {
    fc.assert(
      fc.property(responses(15), fc.nat(14), (given, index) => {
        const answers = onStaircase(given)
        const after = estimateAbility(bettered(answers, index, 'unknown', 'right'))
        expect(after.theta).toBeGreaterThan(estimateAbility(answers).theta - 0.13)
      }),
      { numRuns: 1000 },
    )
  })

  it('puts fifteen right answers at C2 and fifteen unknown at A1', () => {
    expect(estimateAbility(onStaircase(new Array(15).fill('right')))).toMatchObject({ level: 'C2', band: ['C2', 'C2'] })
    expect(estimateAbility(onStaircase(new Array(15).fill('unknown'))).level).toBe('A1')
  })

  it('is in the middle of the scale without answers, with all levels equally likely', () => {
    const { theta, band, probabilities }: Estimate = estimateAbility([])
    expect(theta).toBeCloseTo(0, 10)
    expect(band).toEqual(['A1', 'C1'])
    for (const level of LEVELS) expect(probabilities[level]).toBeCloseTo(1 / 6, 2)
  })

  it('widens its range just enough to include the level of a result', () => {
    const said = (band: [Level, Level], level: Level) => bandWith(band, level).join(' to ')
    expect(said(['B1', 'B2'], 'B1')).toBe('B1 to B2')
    expect(said(['B1', 'B2'], 'C2')).toBe('B1 to C2')
    expect(said(['B1', 'B2'], 'A1')).toBe('A1 to B2')
  })

  it('uses the difficulty: the same right answer counts more on a harder item', () => {
    const on = (difficulty: number) => estimateAbility([{ response: 'right', difficulty }]).theta
    expect(on(2)).toBeGreaterThan(on(0))
  })

  it('weighs less than 2 kB', async () => {
    const result = await build({
      configFile: false,
      logLevel: 'silent',
      build: { write: false, minify: true, lib: { entry: 'src/quiz/estimate.ts', formats: ['es'] } },
    })
    const chunks = [result].flat().flatMap((each) => ('output' in each ? each.output : []))
    const code = chunks.map((chunk) => ('code' in chunk ? chunk.code : '')).join('')
    expect(code).toContain('Math.exp')
    expect(gzipSync(code).length).toBeLessThan(2000)
  })
})

describe('the curve of an item', () => {
  it('is computed once for the same difficulty', () => {
    expect(knownCurve(0.123)).toBe(knownCurve(0.123))
    expect(knownCurve(1)).not.toEqual(knownCurve(0.123))
  })

  it('is the same after being evicted by many other items', () => {
    const curve = knownCurve(0.123)
    for (let item = 0; item < 10_000; item++) knownCurve(1 + item / 1000)
    expect(knownCurve(0.123)).not.toBe(curve)
    expect(knownCurve(0.123)).toEqual(ABILITIES.map((theta) => probabilityKnown(theta, 0.123)))
  })
})

describe('the scale', () => {
  it('has six equal intervals around the centers, each cut belonging to the level above', () => {
    expect(LEVELS.map((level) => Number(levelCenter(level).toFixed(6)))).toEqual([-3, -1.8, -0.6, 0.6, 1.8, 3])
    expect([-9, -2.41, -2.4, -1.2, -0.01, 0, 1.2, 2.39, 2.4, 9].map(levelOf)).toEqual([
      'A1',
      'A1',
      'A2',
      'B1',
      'B1',
      'B2',
      'C1',
      'C1',
      'C2',
      'C2',
    ])
    expect(ABILITIES.at(0)).toBe(-3.6)
    expect(ABILITIES.at(-1)).toBe(3.6)
  })

  it('expects a test taker in the middle of a level to know half of its items', () => {
    for (const level of LEVELS) expect(probabilityKnown(levelCenter(level), levelCenter(level))).toBeCloseTo(0.5)
  })
})
