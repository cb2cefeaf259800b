import { setTimeout as pause } from 'node:timers/promises'
import { createDatabase, startPostgres } from '#harness/postgres.ts'
import { startServer } from '#harness/server-process.ts'
import { median } from '../median.ts'
import { residentMb } from '../processes.ts'

const RUNS = 5
const AIM_SECONDS = 1
const AIM_MB = 150

/** By then the process has finished what a start leaves to do. */
const REST_MS = 10_000

/**
 * From the start of the process, on existing data, to the first quiz page; and what the process then takes of memory.
 */
export async function startFigures(): Promise<string> {
  const postgres = await startPostgres()
  const env = { DATABASE_URL: await createDatabase(postgres.url, 'start') }
  const first = await startServer({ mode: 'serve', env })
  await first.stop()
  const seconds: number[] = []
  let megabytes = 0
  for (let run = 0; run < RUNS; run++) {
    const started = performance.now()
    const server = await startServer({ mode: 'serve', env })
    const page = await fetch(`${server.origin}/languageassessment/quiz`)
    if (!(await page.text()).includes('I want to test my...')) throw new Error('This is not the quiz page.')
    seconds.push((performance.now() - started) / 1000)
    if (run === RUNS - 1) {
      await pause(REST_MS)
      megabytes = residentMb(server.process.pid ?? 0)
    }
    await server.stop()
  }
  await postgres.stop()
  const ours = median(seconds)
  return [
    `| start on existing data to the first page, seconds | ${ours.toFixed(2)} | ${AIM_SECONDS.toFixed(2)} (the limit) | ${(ours / AIM_SECONDS).toFixed(2)} | at most 1.00 |`,
    `| memory at rest, MB | ${megabytes.toFixed(0)} | ${AIM_MB} (the limit) | ${(megabytes / AIM_MB).toFixed(2)} | at most 1.00 |`,
  ].join('\n')
}
