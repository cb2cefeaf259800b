import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { findPostgres } from '#harness/postgres.ts'
import { findRedis } from '#harness/redis.ts'
import { FAULTS } from './catalog.ts'
import { isKept, type Tally } from './fault.ts'

const DATA = 'docs/faults.json'
const PAGE = 'docs/faults.md'

/** One run of one fault; `load` is the load average of its last minute. */
type Result = Tally & { id: string; seconds: number; date: string; commit: string; machine: string; load: number }

const MAX_KEPT = 20
const MAX_SHOWN = 2

const first = (program: string, words: string[], pattern: RegExp): string =>
  pattern.exec(execFileSync(program, words, { encoding: 'utf8' }))?.[0] ?? '?'

function describeMachine(): string {
  const postgres = findPostgres()
  const redis = findRedis()
  return [
    `${cpus().length} cores`,
    `Node ${process.versions.node}`,
    `PGlite ${JSON.parse(readFileSync('package.json', 'utf8')).dependencies['@electric-sql/pglite']}`,
    ...(postgres ? [`Postgres ${first(`${postgres}/postgres`, ['--version'], /\d+\.\d+/)}`] : []),
    ...(redis ? [`Redis ${first(redis, ['--version'], /\d+\.\d+\.\d+/)}`] : []),
  ].join(', ')
}

function readResults(): Result[] {
  const stored: Result[] = existsSync(DATA) ? JSON.parse(readFileSync(DATA, 'utf8')) : []
  return stored.filter(({ id }) => FAULTS.some((fault) => fault.id === id))
}

/** Replaces a fault's earlier run and rewrites the page. */
export function keepResult(id: string, tally: Tally, seconds: number): void {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const date = new Date().toISOString().slice(0, 10)
  const result: Result = {
    id,
    ...tally,
    broken: tally.broken.slice(0, MAX_KEPT),
    seconds: Math.round(seconds),
    date,
    commit,
    machine: describeMachine(),
    load: Math.round(loadavg()[0] ?? 0),
  }
  const results = [...readResults().filter((kept) => kept.id !== id), result]
  const numberOf = (kept: Result) => Number(kept.id.slice(1))
  results.sort((a, b) => numberOf(a) - numberOf(b))
  writeFileSync(DATA, `${JSON.stringify(results, null, 2)}\n`)
  writePage()
}

const cells = (values: readonly (string | number)[]): string => `| ${values.join(' | ')} |`

function rowOf(result: Result): string {
  const fault = FAULTS.find(({ id }) => id === result.id)
  const { id, injections, acknowledged, lost, wrong, exits, broken, seconds, load, commit } = result
  const runs = fault && injections < fault.count ? `${injections} of ${fault.count}` : injections
  const more = broken.length > MAX_SHOWN ? ['…'] : []
  const kept = isKept(result) ? 'kept' : `not kept: ${[...broken.slice(0, MAX_SHOWN), ...more].join('; ')}`
  return cells([
    id,
    fault?.title ?? '',
    fault?.limit ?? '',
    runs,
    acknowledged,
    lost,
    wrong,
    exits,
    kept,
    seconds,
    load ?? '',
    commit,
  ])
}

/** Writes the page from the stored results. */
export function writePage(): void {
  const results = readResults()
  const sum = (name: 'injections' | 'acknowledged' | 'lost' | 'wrong' | 'exits') =>
    results.reduce((total, result) => total + result[name], 0).toLocaleString('en')
  const lines = [
    '# Faults',
    '',
    `**${results.length} kinds of fault, ${sum('injections')} injections, ${sum('acknowledged')} acknowledged writes: ${sum('lost')} lost, ${sum('wrong')} wrong, ${sum('exits')} unexpected exits.** ${results.filter((result) => !isKept(result)).length} kinds of fault broke a limit.`,
    '',
    'Written by `npm run faults`; `npm run faults -- F1 F10 --count 5` injects only F1 and F10, five times each. For the method, see decisions/025-faults.md. Acknowledged writes are starts of tests, answers, sign-ins, sign-outs, and shared reports; the checker found lost and wrong ones afterwards, through the API and in the database. `load` is the machine’s load average during the run: on a busy machine, time limits mean little.',
    '',
    cells([
      'id',
      'fault',
      'limit',
      'injections',
      'acknowledged',
      'lost',
      'wrong',
      'unexpected exits',
      'limits',
      's',
      'load',
      'commit',
    ]),
    cells(['--', '--', '--', '--:', '--:', '--:', '--:', '--:', '--', '--:', '--:', '--']),
    ...results.map(rowOf),
    '',
    `Machines: ${[...new Set(results.map(({ date, machine }) => `${machine} (${date})`))].join('; ')}.`,
    '',
  ]
  writeFileSync(PAGE, `${lines.join('\n').trimEnd()}\n`)
}
