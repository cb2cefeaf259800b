import { setTimeout as sleep } from 'node:timers/promises'
import { administer } from '#harness/postgres.ts'
import { family, openFiles, residentMb } from '../processes.ts'
import { findSaturation } from './measure.ts'
import type { Figures } from './recorder.ts'
import type { Sample, Soak } from './results.ts'
import type { System } from './system.ts'
import type { Target } from './targets.ts'

const EVERY_SECONDS = 10
/** By then the heap has grown to its working size. */
const SETTLED_MINUTES = 5
const HALF = 0.5

async function sample(system: System, { pids, databaseUrl }: Target, begun: number): Promise<Sample> {
  const sum = (of: (pid: number) => number) => pids.flatMap(family).reduce((all, one) => all + of(one), 0)
  const [row] = await administer(
    databaseUrl,
    "select count(*) as connections from pg_stat_activity where application_name = 'language-quiz'",
  )
  return {
    minute: (performance.now() - begun) / 60_000,
    residentMb: sum(residentMb),
    files: sum(openFiles),
    connections: Number(row?.connections),
    redisKeys: system.redisKeys(),
  }
}

/** The slope of the least-squares line through the points; null if there are fewer than two. */
export function slope(points: readonly { x: number; y: number }[]): number | null {
  if (points.length < 2) return null
  const mean = (of: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)]
  return mean((point) => (point.x - x) * (point.y - y)) / mean((point) => (point.x - x) ** 2)
}

/** One process at half its saturation for a long time, sampled every ten seconds. */
export async function soak(system: System, minutes: number, seconds: number): Promise<Soak> {
  const target = await system.startProduct(1)
  const saturation = (await findSaturation(system, target, seconds)).perSecond
  const perSecond = saturation * HALF
  console.log(`${minutes} minutes at ${perSecond.toFixed(1)} quizzes a second, half of ${saturation.toFixed(1)}`)
  const begun = performance.now()
  const samples: Sample[] = []
  let isOver = false
  const watch = async () => {
    while (!isOver) {
      samples.push(await sample(system, target, begun))
      await sleep(EVERY_SECONDS * 1000)
    }
  }
  const load = system.load(target, { kind: 'open', stretches: [{ seconds: minutes * 60, perSecond }] })
  const watching = watch()
  const { figures, cpu } = await load
  isOver = true
  await watching
  await target.stop()
  const [{ p99BySecond: _, ...all }] = figures as [Figures]
  const settled = samples.filter(({ minute }) => minute >= SETTLED_MINUTES)
  const mbPerMinute = slope(settled.map(({ minute, residentMb }) => ({ x: minute, y: residentMb })))
  return { saturation, perSecond, minutes, figures: all, cpu, samples, mbPerMinute }
}
