import { type Figures, rowOf } from './figures.ts'
import { BASE, GUESSING, MISFIT } from './scenario.ts'

export type Aim = { what: string; aim: number; figure: number; isReached: boolean; digits: 'percent' | 'plain' }

const atLeast = (what: string, aim: number, figure: number, digits: Aim['digits'] = 'percent'): Aim => ({
  what,
  aim,
  figure,
  isReached: figure >= aim,
  digits,
})

const atMost = (what: string, aim: number, figure: number, digits: Aim['digits'] = 'percent'): Aim => ({
  what: `${what}, at most`,
  aim,
  figure,
  isReached: figure <= aim,
  digits,
})

function ofMethod(figures: Figures, method: 'rescored' | 'routed', name: string, exact: number): Aim[] {
  const { agreement, confidence } = rowOf(figures, BASE, method)
  const biases = [BASE, ...GUESSING].map((scenario) => Math.abs(rowOf(figures, scenario, method).agreement.bias))
  return [
    atLeast(`${name}: exact`, exact, agreement.exact),
    atLeast(`${name}: exact, the worst level`, 0.55, Math.min(...agreement.exactByLevel)),
    atLeast(`${name}: within one level`, 0.985, agreement.withinOne),
    atLeast(`${name}: quadratic-weighted kappa`, 0.93, agreement.kappa, 'plain'),
    atMost(`${name}: bias in levels, the worst of four guess rates`, 0.05, Math.max(...biases), 'plain'),
    atLeast(`${name}: the 80 % band holds the true level`, 0.88, confidence?.coverage ?? 0),
    atMost(`${name}: calibration error of the confidence`, 0.03, confidence?.error ?? 1, 'plain'),
  ]
}

/** The aims and the measured values. */
export function aimsOf(figures: Figures): Aim[] {
  const { retakes, clickersAboveA1, calibration, exposure } = figures
  const most = calibration.at(-1)
  return [
    ...ofMethod(figures, 'rescored', "the staircase's own answers", 0.645),
    ...ofMethod(figures, 'routed', 'routed by the estimate', 0.66),
    atLeast('misfitting banks: exact', 0.61, rowOf(figures, MISFIT, 'rescored').agreement.exact),
    atMost('retakes two or more levels apart', 0.035, retakes.rescored.farApart),
    atMost('random clickers above A1', 0.11, clickersAboveA1.rescored),
    atLeast(
      `points gained on misfitting banks by ${most?.traffic} calibrating takers a bank`,
      0.025,
      (most?.calibrated ?? 0) - (most?.nominal ?? 0),
    ),
    atMost('highest exposure of an item, staircase', 0.2, exposure.staircase[0]?.rate ?? 1),
    atMost('highest exposure of an item, routed by the estimate', 0.2, exposure.routed[0]?.rate ?? 1),
  ]
}
