/**
 * `npm run bench -- items`: calibration and item analysis of a million simulated answers on a Postgres server of its
 * own. Writes time and peak memory of both commands into docs/measurement.md. `-- --visitors 40` tries with ten times
 * as many.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measuredOn, writeFigures } from '#harness/figures.ts'
import { administer, startPostgres } from '#harness/postgres.ts'
import { progressBar } from '#operators/items/progress.ts'
import { QUESTIONS } from '#quiz/test-plan.ts'
import { readBanks } from '#server/banks/banks.ts'
import { openPostgres } from '#server/db/connection/postgres.ts'
import { fillWithVisitors } from '../../content/simulate/stored-visitors.ts'

const MILLION = 1_000_000
/** How often each simulated visitor is stored: simulating costs more than storing. */
const COPIES = 10

/** Runs a command to its end. @returns its seconds and peak memory in MB */
function measured(command: string, args: string[], DATABASE_URL: string): { seconds: number; peak: number } {
  const started = performance.now()
  const report = `process.on('exit', () => process.stderr.write('\\npeak ' + process.resourceUsage().maxRSS))`
  const peakOf = `data:text/javascript,${encodeURIComponent(report)}`
  const { status, stderr } = spawnSync(process.execPath, ['--import', peakOf, command, ...args], {
    // The settings want it; nothing here is reached under it.
    env: { ...process.env, DATABASE_URL, PUBLIC_URL: 'http://127.0.0.1:4000' },
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const peak = Number(stderr.match(/peak (\d+)/)?.[1]) / 1024
  if (status !== 0 || !(peak > 0)) throw new Error(`${command} failed: ${stderr}`)
  return { seconds: (performance.now() - started) / 1000, peak }
}

/** Stores every attempt again under further ids. */
async function copyVisitors(url: string): Promise<void> {
  const columns = `visitor, flow_id, language, interface_language, finished_at, level, than, earlier, round,
    answered, choices, is_correct, elapsed_ms, answered_at`
  await administer(
    url,
    `insert into assessments (id, ${columns}) select overlay(id::text placing (9000 + copy)::text from 20 for 4)::uuid, ${columns}
      from assessments, generate_series(1, ${COPIES - 1}) as copy`,
  )
  await administer(url, 'analyze')
}

const { values } = parseArgs({ options: { visitors: { type: 'string' } } })
const visitors = Number(values.visitors ?? Math.ceil(MILLION / QUESTIONS / COPIES)) * COPIES
const folder = mkdtempSync(join(tmpdir(), 'language-quiz-'))
const server = await startPostgres()
try {
  const { db, close } = await openPostgres(server.url, 1)
  await fillWithVisitors(db, readBanks(), visitors / COPIES, progressBar())
  await close()
  await copyVisitors(server.url)
  const few = Math.ceil(visitors / COPIES / 2)
  const rows = [
    {
      name: '`npm run banks -- calibrate`',
      ...measured('src/operators/items/calibrate.ts', ['--out', join(folder, 'a.json')], server.url),
    },
    { name: '`npm run banks -- analyze`', ...measured('src/operators/items/analyze.ts', [], server.url) },
  ]
  await administer(
    server.url,
    `delete from assessments where id > '018f0000-0000-7000-8000-${few.toString(16).padStart(12, '0')}'`,
  )
  const twentieth = measured('src/operators/items/calibrate.ts', ['--out', join(folder, 'b.json')], server.url)
  const answers = (visitors * QUESTIONS).toLocaleString('en')
  const lines = [
    `\`npm run bench -- items\`, ${answers} answers of simulated first attempts (each of them ${COPIES} times) on a Postgres server beside it, ${measuredOn()}.`,
    '',
    '| command | answers | seconds | peak memory (MB) |',
    '|---|--:|--:|--:|',
    ...rows.map(({ name, seconds, peak }) => `| ${name} | ${answers} | ${seconds.toFixed(0)} | ${peak.toFixed(0)} |`),
    `| \`npm run banks -- calibrate\` | ${(few * QUESTIONS).toLocaleString('en')} | ${twentieth.seconds.toFixed(0)} | ${twentieth.peak.toFixed(0)} |`,
  ]
  if (values.visitors) console.log(lines.join('\n'))
  else writeFigures('docs/measurement.md', 'items', lines)
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
