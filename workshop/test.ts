/**
 * `npm test`: everything. `npm run test:quick`, or `npm test -- quick`: what changes usually break, in under a minute.
 * `npm test -- middle`: all but the slow tests, the faults and the browser. `npm test -- faults browser`: just these
 * suites. Each suite prints its time and when it ran; the last line counts them all.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { ensureInstalled, existsHere, type ProgramName } from '#harness/install.ts'
import { playwrightFailures, vitestFailures } from './test-failures.ts'

const RESULTS = 'test-results'
const SLOW = '**/*.slow.test.ts'
/** Each server that a test starts compiles the same files: what Node keeps saves it a fifth of a start. */
const COMPILED = resolve('node_modules/.cache/compiled')

/** Of a suite; `failures` says in a few lines each what failed. */
type Counts = { passed: number; failed: number; skipped: number; failures: readonly string[] }

type Suite = {
  does: string
  needs?: readonly ProgramName[]
  /** It often waits or keeps one core alone, so it runs in parallel with the suites after it. */
  isParallel?: true
  /** A single check, or a suite that writes a test report. */
  run: (name: string, isQuiet: boolean) => Promise<Counts>
}

const running = new Set<ChildProcess>()
process.once('SIGTERM', () => {
  for (const child of running) child.kill('SIGTERM')
  process.exit(1)
})

/**
 * More helpers of V8 than one share two busy cores with each other: a server's start takes a sixth more processor time.
 */
const NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --v8-pool-size=1`

const MEMORY_FOLDER = '/dev/shm'
const ROOMY = 8 * 2 ** 30

/**
 * Memory where there is plenty: on a disk, the databases and profiles of tests take a tenth more processor time, and
 * wait for it.
 */
function folderOfTests(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    return Math.min(bavail * bsize, process.availableMemory()) > ROOMY ? MEMORY_FOLDER : tmpdir()
  } catch {
    return tmpdir()
  }
}
const TMPDIR = folderOfTests()

/** @param isQuiet whether to print the output in one piece at the end */
async function passes(
  command: string,
  args: readonly string[],
  environment: Record<string, string> = {},
  isQuiet = false,
): Promise<boolean> {
  const PATH = [resolve('node_modules/.bin'), process.env.PATH].join(delimiter)
  const env = {
    NODE_COMPILE_CACHE: COMPILED,
    TMPDIR,
    ...process.env,
    NODE_OPTIONS,
    NODE_NO_WARNINGS: '1',
    PATH,
    ...environment,
  }
  const output = isQuiet ? 'pipe' : 'inherit'
  const child = spawn(command, args, { stdio: ['inherit', output, output], env })
  running.add(child)
  const said = Promise.all([child.stdout, child.stderr].map((stream) => stream && text(stream)))
  const [code] = await once(child, 'close')
  running.delete(child)
  process.stdout.write((await said).join(''))
  return code === 0
}

/** Commands that must all succeed, counted as one test. */
function check(...commands: readonly (readonly string[])[]): Suite['run'] {
  return async () => {
    for (const [command = '', ...args] of commands)
      if (!(await passes(command, args)))
        return { passed: 0, failed: 1, skipped: 0, failures: [[command, ...args].join(' ')] }
    return { passed: 1, failed: 0, skipped: 0, failures: [] }
  }
}

/** The counts of a suite's report; a suite that fails without a failed test counts as one. */
function counted(isGood: boolean, file: string, read: (report: string) => Counts): Counts {
  try {
    const counts = read(readFileSync(file, 'utf8'))
    return { ...counts, failed: Math.max(counts.failed, Number(!isGood)) }
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: [`${file} was not written.`] }
  }
}

/** @param database where tests get theirs: in the process, on this run's Postgres, or none */
function vitest(database: 'pglite' | 'postgres' | 'none', ...args: string[]): Suite['run'] {
  return async (name, isQuiet) => {
    const file = `${RESULTS}/${name}.json`
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${file}`]
    const isGood = await passes('vitest', ['run', ...reporters, ...args], { TEST_DATABASE: database }, isQuiet)
    return counted(isGood, file, (report) => {
      const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(report)
      return {
        passed: numPassedTests,
        failed: numFailedTests,
        skipped: numPendingTests + numTodoTests,
        failures: vitestFailures(testResults),
      }
    })
  }
}

async function playwright(_name: string, isQuiet: boolean): Promise<Counts> {
  return counted(await passes('playwright', ['test'], {}, isQuiet), `${RESULTS}/e2e.json`, (report) => {
    const { stats, suites } = JSON.parse(report)
    const { expected: passed, unexpected, flaky, skipped } = stats
    return { passed, failed: unexpected + flaky, skipped, failures: playwrightFailures(suites) }
  })
}

/**
 * In the order of `npm test`: cheapest and most precise first, then the long ones, so that no core is idle at the end.
 */
const SUITES: Readonly<Record<string, Suite>> = {
  engine: { does: 'the rules and the contract', run: vitest('none', 'src/quiz/', 'src/contract/') },
  lint: { does: 'Biome', run: check(['biome', 'ci', '.']) },
  types: { does: 'TypeScript', isParallel: true, run: check(['tsc', '-p', '.'], ['tsc', '-p', 'src/quiz']) },
  banks: { does: 'the question banks', run: check(['node', 'workshop/content/banks/check.ts']) },
  web: {
    does: 'texts, components and rules of the code',
    run: vitest(
      'none',
      'src/web/',
      'workshop/house/rules.test.ts',
      'workshop/content/texts/',
      'workshop/content/banks/',
      '--exclude',
      SLOW,
    ),
  },
  attempts: {
    does: 'attempts over the API, on PGlite',
    run: vitest('pglite', 'src/server/attempts/', 'src/server/api/attempts.test.ts', '--exclude', SLOW),
  },
  unused: { does: 'unused files, exports and dependencies', run: check(['knip']) },
  build: { does: 'the web for browsers', run: check(['node', 'workshop/build/build.ts', '--if-needed']) },
  browser: {
    does: 'journeys in Chromium',
    needs: ['Chromium', 'Postgres', 'Redis'],
    isParallel: true,
    run: playwright,
  },
  faults: {
    does: 'failing processes and databases',
    needs: ['Postgres', 'Redis', 'PgBouncer'],
    isParallel: true,
    run: vitest('none', '--config', 'test/faults/vitest.config.ts'),
  },
  server: {
    does: 'server, security and tools, on Postgres',
    needs: ['Postgres', 'Redis'],
    run: vitest(
      'postgres',
      '--exclude',
      SLOW,
      ...['quiz', 'contract', 'web'].flatMap((folder) => ['--exclude', `src/${folder}/**`]),
      ...['workshop/house/rules.test.ts', 'workshop/content/texts/**', 'workshop/content/banks/**'].flatMap((file) => [
        '--exclude',
        file,
      ]),
    ),
  },
  webkit: {
    does: 'the journey from the landing to the report in WebKit',
    needs: ['WebKit'],
    isParallel: true,
    run: check(['node', 'workshop/lab/browsers/run.ts', 'webkit']),
  },
  slow: {
    does: 'simulations, fuzzing and time-outs',
    needs: ['Postgres', 'Redis'],
    run: vitest('postgres', '.slow.test.ts'),
  },
}

const ALL = Object.keys(SUITES).filter((name) => SUITES[name]?.needs?.every(existsHere) ?? true)
const TIERS: Readonly<Record<string, readonly string[]>> = {
  quick: ALL.slice(0, ALL.indexOf('unused')),
  middle: ALL.filter((name) => !['browser', 'faults', 'slow', 'webkit'].includes(name)),
}

const asked = process.argv.slice(2).flatMap((name) => TIERS[name] ?? [name])
const unknown = asked.filter((name) => !SUITES[name])
if (unknown.length > 0) {
  console.error(`There is no suite "${unknown.join('", "')}". Name some of these, quick, middle, or none for all:`)
  for (const [name, { does }] of Object.entries(SUITES)) console.error(`  ${name.padEnd(8)}  ${does}`)
  process.exit(2)
}
const names = asked.length > 0 ? asked : ALL

if (asked.length === 0 && !ALL.includes('webkit'))
  console.log('WebKitGTK does not exist for this system: its journey is left out here and runs on Debian and Ubuntu.')
const needed = names.flatMap((name) => SUITES[name]?.needs ?? [])
await ensureInstalled(...new Set(needed))
rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS)

/** In seconds. */
const sinceStart = () => performance.now() / 1000

const total = { passed: 0, failed: 0, skipped: 0, failures: [] as string[] }

async function take(name: string, isQuiet = false): Promise<void> {
  const started = sinceStart()
  const { passed, failed, skipped, failures } = await (SUITES[name] as Suite).run(name, isQuiet)
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  total.failures.push(...failures.map((failure) => `${name}: ${failure}`))
  const ended = sinceStart()
  const when = `${started.toFixed(0)} to ${ended.toFixed(0)}`
  console.log(`${failed + skipped === 0 ? '✓' : '✗'} ${name}: ${(ended - started).toFixed(1)} s (${when})`)
}

const beside: Promise<void>[] = []
for (const name of names) {
  if (SUITES[name]?.isParallel && name !== names.at(-1)) beside.push(take(name, true))
  else await take(name)
}
await Promise.all(beside)
// Again at the end: where only the last lines of a long run are kept, they name what failed.
for (const failure of total.failures) console.log(`✗ ${failure}`)
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed + total.skipped === 0 ? 0 : 1)
