import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Figures } from './recorder.ts'
import type { CpuShares } from './system.ts'

const FILE = 'docs/load.json'

/** Quizzes per second with this many visitors who never pause. */
export type Saturation = { clients: number; perSecond: number; cpu: CpuShares; cpuMsPerQuiz: CpuCost }

/** Milliseconds of processor time per quiz: comparable even on a shared machine. */
type CpuCost = { server: number; postgres: number }

/** `p99BySecond` is only for measuring recovery. */
export type Rate = { share: number; perSecond: number; figures: Omit<Figures, 'p99BySecond'>; cpu: CpuShares }

export type Overload = Rate & {
  /** Finished quizzes per second relative to saturation. */
  ofPeak: number
  /** Seconds from its end until the 99th percentile stays normal; null if it did not while watched. */
  healedAfter: number | null
  normalMs: number
}

export type Product = { saturation: Saturation; rates: Rate[]; overloads: Overload[] }

export type Limit = {
  rounds: { ours: Saturation; limit: Saturation }[]
  /** Both at half of what ours reached. */
  atHalf: { ours: Rate; limit: Rate }[]
  rowsPerQuiz: { ours: number; limit: number }
}

export type Sample = { minute: number; residentMb: number; files: number; connections: number; redisKeys: number }

export type Soak = {
  saturation: number
  perSecond: number
  minutes: number
  figures: Omit<Figures, 'p99BySecond'>
  cpu: CpuShares
  samples: Sample[]
  /** After the first five minutes; null if the run was shorter. */
  mbPerMinute: number | null
}

type Measured<Section> = Section & { measuredOn: string; versions: string; seed: number; seconds: number }

/** Measurements by section: a later run of one section replaces only that. */
export type Results = {
  one?: Measured<Product>
  two?: Measured<Product>
  limit?: Measured<Limit>
  soak?: Measured<Soak>
}

export function readResults(): Results {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {}
}

/** Why quizzes were wrong, one line per affected measurement. At saturation that throws instead. */
export function wrongContents({ one, two, soak }: Results): string[] {
  const figures = [one, two].flatMap((product) => [...(product?.rates ?? []), ...(product?.overloads ?? [])])
  return [...figures, ...(soak ? [soak] : [])]
    .filter(({ figures }) => figures.outcomes.wrong > 0)
    .map(({ figures }) => `${figures.outcomes.wrong} quizzes: ${figures.reasons.join('; ')}`)
}

const rounded = (_key: string, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(3)) : value)

export function storeResults(results: Results): void {
  writeFileSync(FILE, `${JSON.stringify({ ...readResults(), ...results }, rounded, 1)}\n`)
}
