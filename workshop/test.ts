/**
 * `npm test`: tests everything that a change can break. `npm run test:all` (`npm test -- all`): also runs the slow
 * tests and those that need other programs, for every night and before a release. `npm test -- changed`: takes seconds
 * to test what git says changed. `npm test -- server browser`: runs only these suites. Each suite prints its time and
 * processor time; the last line has the totals.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { ensureInstalled, existsHere, type ProgramName } from '#harness/install.ts'
import { watchPages } from './processor-time.ts'
import { playwrightFailures, vitestFailures } from './test-failures.ts'

const RESULTS = 'test-results'
const SLOW = '**/*.slow.test.ts'

/** The counts of a suite; `failures` describes each failed test in a few lines. */
type Counts = { passed: number; failed: number; skipped: number; failures: readonly string[] }

type Suite = {
  does: string
  needs?: readonly ProgramName[]
  /** Runs at the same time as the suites after it. */
  isParallel?: true
  run: (suite: Running) => Promise<Counts>
}

/** A running suite. `isQuiet` prints its output in one piece at the end. */
type Running = { name: string; isQuiet: boolean; processorSeconds: number }

const children = new Set<ChildProcess>()
process.once('SIGTERM', () => {
  for (const child of children) child.kill('SIGTERM')
  process.exit(1)
})

const MEMORY_FOLDER = '/dev/shm'
const ROOMY = 8 * 2 ** 30

/** In memory if there's plenty: on disk, the tests' databases and profiles take a tenth more processor time. */
function folderOfTests(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    return Math.min(bavail * bsize, process.availableMemory()) > ROOMY ? MEMORY_FOLDER : tmpdir()
  } catch {
    return tmpdir()
  }
}

const ENVIRONMENT = {
  // Test servers compile the same files, so Node's compile cache saves a fifth of each startup.
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled'),
  TMPDIR: folderOfTests(),
  ...process.env,
  // More V8 helper threads would share two busy cores and add a sixth to a server's startup.
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --v8-pool-size=1`,
  NODE_NO_WARNINGS: '1',
  PATH: [resolve('node_modules/.bin'), process.env.PATH].join(delimiter),
}

/** Adds up `0m1.250s 0m0.130s`, the shell's `times` for its children in the second line. */
function secondsOf(times: string): number {
  const [, ofChildren = ''] = times.trim().split('\n')
  return [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + Number(m) * 60 + Number(s), 0)
}

/** Runs a command and adds its processor time to the suite's. @returns whether it succeeded */
async function passes(
  suite: Running,
  command: readonly string[],
  environment: Record<string, string> = {},
): Promise<boolean> {
  const output = suite.isQuiet ? 'pipe' : 'inherit'
  const child = spawn('bash', ['-c', '"$@"; code=$?; times >&3; exit $code', 'bash', ...command], {
    stdio: ['inherit', output, output, 'pipe'],
    env: { ...ENVIRONMENT, ...environment },
  })
  children.add(child)
  const endWatch = watchPages(child.pid ?? 0)
  const printed = Promise.all([child.stdout, child.stderr].map((stream) => stream && text(stream)))
  const times = text(child.stdio[3] as Readable)
  const [code] = await once(child, 'close')
  children.delete(child)
  suite.processorSeconds += secondsOf(await times) + endWatch()
  process.stdout.write((await printed).join(''))
  return code === 0
}

/** Commands that must all succeed, counted as one test. */
function check(...commands: readonly (readonly string[])[]): Suite['run'] {
  return async (suite) => {
    for (const command of commands)
      if (!(await passes(suite, command))) return { passed: 0, failed: 1, skipped: 0, failures: [command.join(' ')] }
    return { passed: 1, failed: 0, skipped: 0, failures: [] }
  }
}

/** The counts in a suite's report; a suite that fails without a failed test counts as one. */
function counted(isGood: boolean, file: string, read: (report: string) => Counts): Counts {
  try {
    const counts = read(readFileSync(file, 'utf8'))
    return { ...counts, failed: Math.max(counts.failed, Number(!isGood)) }
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: [`${file} was not written.`] }
  }
}

/** @param database where tests get theirs: on this run's Postgres, or none */
function vitest(database: 'postgres' | 'none', ...args: string[]): Suite['run'] {
  return async (suite) => {
    const file = `${RESULTS}/${suite.name}.json`
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${file}`]
    const isGood = await passes(suite, ['vitest', '--run', ...args, ...reporters], { TEST_DATABASE: database })
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

const playwright =
  (project: string): Suite['run'] =>
  async (suite) =>
    counted(await passes(suite, ['playwright', 'test', '--project', project]), `${RESULTS}/e2e.json`, (report) => {
      const { stats, suites } = JSON.parse(report)
      const { expected: passed, unexpected, flaky, skipped } = stats
      return { passed, failed: unexpected + flaky, skipped, failures: playwrightFailures(suites) }
    })

/** Units without a database. */
const UNITS = ['src/quiz/', 'src/contract/', 'src/web/', 'workshop/house/', 'workshop/content/']
/** The routes for each role, tested for every change. */
const ROLES = 'test/security/roles.test.ts'

/**
 * In the order of `npm test`: first the build, which others need, then the slowest suites alongside all others, so no
 * core idles and all end together.
 */
const EVERY_CHANGE: Readonly<Record<string, Suite>> = {
  lint: { does: 'Biome', run: check(['biome', 'ci', '.']) },
  build: { does: 'the web for browsers', run: check(['node', 'workshop/build/build.ts', '--if-needed']) },
  browser: {
    does: 'journeys in Chromium',
    needs: ['Chromium', 'Postgres', 'Redis'],
    isParallel: true,
    run: playwright('every change'),
  },
  faults: {
    does: 'six kinds of failure, and processes that stop',
    needs: ['Postgres', 'Redis', 'PgBouncer'],
    isParallel: true,
    run: vitest('none', '--config', 'test/faults/vitest.config.ts'),
  },
  types: { does: 'TypeScript', isParallel: true, run: check(['tsc', '-p', '.'], ['tsc', '-p', 'src/quiz']) },
  banks: { does: 'the question banks', run: check(['node', 'workshop/content/banks/check.ts']) },
  units: { does: 'rules, texts, components', run: vitest('none', ...UNITS, '--exclude', SLOW) },
  unused: { does: 'unused files, exports, and dependencies', run: check(['knip']) },
  server: {
    does: 'the server and security, on Postgres',
    needs: ['Postgres', 'Redis'],
    run: vitest('postgres', '--exclude', SLOW, ...UNITS.flatMap((folder) => ['--exclude', `${folder}**`])),
  },
}

const LONG: Readonly<Record<string, Suite>> = {
  slow: {
    does: 'simulations, fuzzing, timeouts',
    needs: ['Postgres', 'Redis'],
    run: vitest('postgres', '.slow.test.ts'),
  },
  security: {
    does: 'slow attacks, and nginx as shipped',
    needs: ['Postgres', 'Redis', 'nginx'],
    run: vitest('postgres', '--config', 'test/security/long/vitest.config.ts'),
  },
  slowBrowser: {
    does: 'the other journeys in Chromium',
    needs: ['Chromium', 'Postgres', 'Redis'],
    run: playwright('slow'),
  },
  webkit: {
    does: 'the journey from the landing page to the report in WebKit',
    needs: ['WebKit'],
    run: check(['node', 'workshop/lab/browsers/run.ts', 'webkit']),
  },
  firefox: {
    does: 'the same in Firefox',
    needs: ['Firefox'],
    run: check(['node', 'workshop/lab/browsers/run.ts', 'firefox']),
  },
  questions: {
    does: 'how many questions a phone shows without scrolling',
    needs: ['Chromium'],
    run: check(['node', 'workshop/lab/browsers/fold.ts']),
  },
  allFaults: {
    does: 'the whole catalog of faults, a few of each',
    needs: ['Postgres', 'Redis'],
    run: check(['node', 'test/faults/run.ts', '--count', '2']),
  },
}

/** Files changed according to git, with the tests that load them. */
const CHANGED: Readonly<Record<string, Suite>> = {
  lint: {
    does: 'Biome on what changed',
    run: check(['biome', 'check', '--changed', '--since=HEAD', '--no-errors-on-unmatched']),
  },
  types: EVERY_CHANGE.types as Suite,
  related: {
    does: 'tests of what changed, and routes for each role',
    needs: ['Postgres'],
    run: async (suite) => {
      const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
      const files = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
      return vitest('postgres', 'related', ROLES, ...files, '--exclude', SLOW)(suite)
    },
  },
}

const SUITES = { ...EVERY_CHANGE, ...LONG }
const asked = process.argv.slice(2)
const chosen =
  asked[0] === 'changed'
    ? CHANGED
    : asked[0] === 'all'
      ? SUITES
      : asked.length === 0
        ? EVERY_CHANGE
        : Object.fromEntries(Object.entries(SUITES).filter(([name]) => asked.includes(name)))
const unknown = asked.filter((name) => !['all', 'changed'].includes(name) && !(name in SUITES))
if (unknown.length > 0) {
  console.error(`There is no suite "${unknown.join('", "')}". Name any of these, all, changed, or none:`)
  for (const [name, { does }] of Object.entries(SUITES)) console.error(`  ${name.padEnd(10)}${does}`)
  process.exit(2)
}
const suites = Object.entries(chosen).filter(([name, { needs }]) => {
  const isHere = needs?.every(existsHere) ?? true
  if (!isHere)
    console.log(`${name} is skipped: this system has no ${needs?.filter((one) => !existsHere(one)).join(', ')}.`)
  return isHere
})

await ensureInstalled(...new Set(suites.flatMap(([, { needs }]) => needs ?? [])))
rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS)

const total = { passed: 0, failed: 0, skipped: 0, processorSeconds: 0, failures: [] as string[] }

async function take(name: string, suite: Suite, isQuiet: boolean): Promise<void> {
  const running: Running = { name, isQuiet, processorSeconds: 0 }
  const started = performance.now()
  const { passed, failed, skipped, failures } = await suite.run(running)
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  total.processorSeconds += running.processorSeconds
  total.failures.push(...failures.map((failure) => `${name}: ${failure}`))
  const mark = failed + skipped === 0 ? '✓' : '✗'
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${mark} ${name}: ${seconds} s, ${running.processorSeconds.toFixed(0)} core-seconds`)
}

const parallel: Promise<void>[] = []
for (const [name, suite] of suites) {
  if (suite.isParallel && name !== suites.at(-1)?.[0]) parallel.push(take(name, suite, true))
  else await take(name, suite, false)
}
await Promise.all(parallel)
// Repeated at the end, because a truncated log of a long run keeps only the last lines.
for (const failure of total.failures) console.log(`✗ ${failure}`)
console.log(`${(performance.now() / 1000).toFixed(0)} s, ${total.processorSeconds.toFixed(0)} core-seconds`)
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed + total.skipped === 0 ? 0 : 1)
