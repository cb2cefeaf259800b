import type { Bank } from '#quiz/bank.ts'
import type { Level } from '#quiz/levels.ts'
import { type Compared, runCalibration } from './calibration.ts'
import {
  type Agreement,
  agreement,
  type Confidence,
  confidence,
  confusion,
  type Outcome,
  stability,
} from './measures.ts'
import { BASE, GUESSING, MISFIT, type Scenario, SPACINGS } from './scenario.ts'
import { freshTestsByLevel } from './sittings.ts'
import {
  type Exposure,
  METHODS,
  type Method,
  type Results,
  type RetakePairs,
  runClickers,
  runRetakes,
  runScenario,
  type Study,
} from './study.ts'

/** Calibrating answers of other takers per bank. */
const TRAFFIC = [1000, 2000] as const

/** One method in one scenario. */
export type Row = { scenario: string; method: Method; agreement: Agreement; confidence: Confidence | null }

export type Figures = {
  rows: Row[]
  confusion: Record<'staircase' | 'rescored', number[][]>
  /** From the most to the least exposed item of all banks. */
  exposure: Results['exposure']
  retakes: Record<keyof RetakePairs, { same: number; farApart: number }>
  clickersAboveA1: Record<'staircase' | 'rescored', number>
  /** By level, how many tests bring nine in ten takers only new questions. */
  freshTests: number[]
  calibration: ({ traffic: number } & Record<keyof Compared, number>)[]
}

function rowsOf(scenario: Scenario, { outcomes }: Results): Row[] {
  return METHODS.filter((method) => outcomes[method].length > 0).map((method) => ({
    scenario: scenario.name,
    method,
    agreement: agreement(outcomes[method]),
    confidence: outcomes[method][0]?.estimate ? confidence(outcomes[method]) : null,
  }))
}

const aboveA1 = (levels: readonly Level[]) => levels.filter((level) => level !== 'A1').length / levels.length

function gain(traffic: number, { nominal, calibrated, known }: Compared) {
  const exact = (outcomes: Outcome[]) => agreement(outcomes).exact
  return { traffic, nominal: exact(nominal), calibrated: exact(calibrated), known: exact(known) }
}

/** The parts of a full run, each over all takers. */
const PARTS = 1 + GUESSING.length + SPACINGS.length + 1 + 2 + TRAFFIC.length

/**
 * Runs the whole simulation.
 * @param onProgress receives the share done, 0 to 1
 */
export function simulate(
  banks: readonly Bank[],
  { takers, seed, onProgress }: { takers: number; seed: number; onProgress: (share: number) => void },
): Figures {
  let done = 0
  const study: Study = { banks, takers, seed, onTaker: () => onProgress(++done / (takers * PARTS)) }
  const base = runScenario(study, BASE)
  const others = [...GUESSING, MISFIT, ...SPACINGS].flatMap((scenario) =>
    rowsOf(scenario, runScenario(study, scenario)),
  )
  const pairs = runRetakes(study)
  const clickers = runClickers(study)
  const sorted = (items: readonly Exposure[]) => items.toSorted((one, other) => other.rate - one.rate)
  return {
    rows: [...rowsOf(BASE, base), ...others],
    confusion: { staircase: confusion(base.outcomes.staircase), rescored: confusion(base.outcomes.rescored) },
    exposure: Object.fromEntries(
      METHODS.map((method) => [method, sorted(base.exposure[method])]),
    ) as Figures['exposure'],
    retakes: {
      staircase: stability(pairs.staircase),
      rescored: stability(pairs.rescored),
      further: stability(pairs.further),
    },
    clickersAboveA1: { staircase: aboveA1(clickers.staircase), rescored: aboveA1(clickers.rescored) },
    freshTests: freshTestsByLevel(banks, seed),
    calibration: TRAFFIC.map((traffic) => gain(traffic, runCalibration(study, traffic))),
  }
}

/** The row of a method in a scenario. */
export function rowOf({ rows }: Figures, scenario: Scenario, method: Method): Row {
  const row = rows.find((each) => each.scenario === scenario.name && each.method === method)
  if (!row) throw new Error(`${method} was not simulated in "${scenario.name}".`)
  return row
}
