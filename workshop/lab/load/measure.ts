import { administer } from '#harness/postgres.ts'
import { median } from '../median.ts'
import type { Figures } from './recorder.ts'
import type { Limit, Overload, Product, Rate, Saturation } from './results.ts'
import type { System } from './system.ts'
import type { Target } from './targets.ts'
import { REQUESTS_OF_A_QUIZ } from './visit.ts'

const WARM_UP_SECONDS = 5
const CLIENTS = [16, 32, 64]
const SHARES = [0.25, 0.5, 0.75, 0.9]
const OVERLOADS = [2, 5]
const HALF = 0.5
const ROUNDS = 3
const CLIENTS_OF_ROUNDS = 32
/** A 99th percentile below this is normal whatever it was at half load: nobody notices it. */
const UNNOTICED_MS = 50

const withoutSeconds = ({ p99BySecond: _, ...figures }: Figures) => figures

async function saturate(system: System, target: Target, clients: number, seconds: number): Promise<Saturation> {
  const { figures, cpu } = await system.load(target, { kind: 'closed', clients, seconds })
  const [all] = figures as [Figures]
  if (all.reasons.length > 0) throw new Error(`At saturation: ${all.reasons.join('; ')}`)
  const perSecond = all.requests / REQUESTS_OF_A_QUIZ / all.seconds
  const cost = (share: number) => (1000 * share) / perSecond
  return { clients, perSecond, cpu, cpuMsPerQuiz: { server: cost(cpu.server), postgres: cost(cpu.postgres) } }
}

/** The highest throughput over several numbers of visitors who never pause. */
export async function findSaturation(system: System, target: Target, seconds: number): Promise<Saturation> {
  await saturate(system, target, CLIENTS[0] as number, Math.min(WARM_UP_SECONDS, seconds))
  const found: Saturation[] = []
  for (const clients of CLIENTS) found.push(await saturate(system, target, clients, seconds / 2))
  return found.reduce((best, one) => (one.perSecond > best.perSecond ? one : best))
}

async function atRate(system: System, target: Target, peak: number, share: number, seconds: number): Promise<Rate> {
  const perSecond = peak * share
  const { figures, cpu } = await system.load(target, { kind: 'open', stretches: [{ seconds, perSecond }] })
  return { share, perSecond, figures: withoutSeconds(figures[0] as Figures), cpu }
}

/**
 * The first second after which every second's 99th percentile stays within `normalMs`; a second without requests proves
 * nothing.
 */
export function secondsUntilNormal(p99BySecond: readonly (number | null)[], normalMs: number): number | null {
  const lastBad = p99BySecond.findLastIndex((p99) => p99 === null || p99 > normalMs)
  return lastBad === p99BySecond.length - 1 ? null : lastBad + 1
}

async function overload(
  system: System,
  target: Target,
  { peak, share, seconds, normalMs }: { peak: number; share: number; seconds: number; normalMs: number },
): Promise<Overload> {
  const perSecond = peak * share
  const stretches = [
    { seconds, perSecond },
    { seconds: seconds / 2, perSecond: peak * HALF },
  ]
  const { figures, cpu } = await system.load(target, { kind: 'open', stretches })
  const [during, after] = figures as [Figures, Figures]
  return {
    share,
    perSecond,
    figures: withoutSeconds(during),
    cpu,
    ofPeak: during.finishedPerSecond / peak,
    healedAfter: secondsUntilNormal(after.p99BySecond, normalMs),
    normalMs,
  }
}

/** Saturation, then latencies below it, then overload. */
export async function measureProduct(system: System, replicas: 1 | 2, seconds: number): Promise<Product> {
  const target = await system.startProduct(replicas)
  const saturation = await findSaturation(system, target, seconds)
  const peak = saturation.perSecond
  const rates: Rate[] = []
  for (const share of SHARES) rates.push(await atRate(system, target, peak, share, seconds))
  const atHalf = rates.find(({ share }) => share === HALF)
  const normalMs = Math.max(UNNOTICED_MS, 2 * (atHalf?.figures.p99 ?? 0))
  const overloads: Overload[] = []
  for (const share of OVERLOADS) overloads.push(await overload(system, target, { peak, share, seconds, normalMs }))
  await target.stop()
  return { saturation, rates, overloads }
}

/** Rows inserted and updated for each quiz, as the database counts them. */
async function rowsPerQuiz({ databaseUrl }: Target): Promise<number> {
  const [row] = await administer(
    databaseUrl,
    `select sum(n_tup_ins + n_tup_upd)::float8 / sum(n_tup_ins) filter (where relname in ('assessments', 'attempts')) as rows
     from pg_stat_user_tables where relname in ('assessments', 'attempts', 'events')`,
  )
  return Number(row?.rows)
}

/** One process of the product and the limit server in turn: at saturation, then both at half of what ours reached. */
export async function measureLimit(system: System, seconds: number): Promise<Limit> {
  const [product, limit] = [await system.startProduct(1), await system.startLimit()]
  const clients = CLIENTS_OF_ROUNDS
  for (const target of [product, limit]) await saturate(system, target, clients, Math.min(WARM_UP_SECONDS, seconds))
  const rounds: Limit['rounds'] = []
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({
      ours: await saturate(system, product, clients, seconds / 2),
      limit: await saturate(system, limit, clients, seconds / 2),
    })
  const peak = median(rounds.map(({ ours }) => ours.perSecond))
  const atHalf: Limit['atHalf'] = []
  for (let round = 0; round < ROUNDS; round++)
    atHalf.push({
      ours: await atRate(system, product, peak, HALF, seconds / 2),
      limit: await atRate(system, limit, peak, HALF, seconds / 2),
    })
  await Promise.all([product.stop(), limit.stop()])
  const rows = { ours: await rowsPerQuiz(product), limit: await rowsPerQuiz(limit) }
  return { rounds, atHalf, rowsPerQuiz: rows }
}
