/**
 * The whole test: brings a browser, a Postgres and a Redis where there are none, then lint, types, dead code, the suites, and one closing line.
 * `--quick` leaves out the browser, Postgres, the faults and the tests named *.slow.test.ts.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { bringBrowser, bringPostgres, bringRedis } from '#harness/install.ts'

const isQuick = process.argv.includes('--quick')
const RESULTS = 'test-results'

function run(name: string, command: string, args: string[], environment: Record<string, string> = {}): boolean {
  const started = performance.now()
  const env = { ...process.env, NODE_NO_WARNINGS: '1', ...environment }
  const { status } = spawnSync(command, args, { stdio: 'inherit', env })
  console.log(`${status === 0 ? '✓' : '✗'} ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return status === 0
}

type Counts = { passed: number; failed: number; skipped: number }

function readVitest(file: string): Counts {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(file, 'utf8'))
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
}

function readPlaywright(file: string): Counts {
  const { stats } = JSON.parse(readFileSync(file, 'utf8'))
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
}

rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS)
const vitest = (name: string, args: string[], environment?: Record<string, string>) => {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${RESULTS}/${name}.json`]
  return run(name, 'npx', ['vitest', 'run', ...reporters, ...args], environment)
}

const steps: [name: string, step: () => boolean, counts?: () => Counts][] = [
  ['lint', () => run('lint', 'npx', ['biome', 'ci', '.'])],
  [
    'types',
    () => run('types', 'npx', ['tsc', '-p', '.']) && run('types of the engine', 'npx', ['tsc', '-p', 'src/quiz']),
  ],
  ['dead code', () => run('dead code', 'npx', ['knip'])],
  ['banks', () => run('banks', 'node', ['scripts/check-banks.ts'])],
  [
    'unit',
    () => vitest('unit', isQuick ? ['--exclude', '**/*.slow.test.ts'] : []),
    () => readVitest(`${RESULTS}/unit.json`),
  ],
]
if (!isQuick) {
  bringBrowser()
  bringPostgres()
  bringRedis()
  steps.push(
    [
      'API on Postgres',
      // Without what waits for time-outs of others than the database.
      () => vitest('postgres', ['src/server', '--exclude', '**/auth/*.slow.test.ts'], { TEST_DATABASE: 'postgres' }),
      () => readVitest(`${RESULTS}/postgres.json`),
    ],
    ['build', () => run('build', 'node', ['scripts/build.ts', '--if-needed'])],
    [
      'faults',
      () => vitest('faults', ['--config', 'test/faults/vitest.config.ts']),
      () => readVitest(`${RESULTS}/faults.json`),
    ],
    ['browser', () => run('browser', 'npx', ['playwright', 'test']), () => readPlaywright(`${RESULTS}/e2e.json`)],
  )
}

const total: Counts = { passed: 0, failed: 0, skipped: 0 }
let isGood = true
for (const [name, step, counts] of steps) {
  const isStepGood = step()
  isGood &&= isStepGood
  if (counts) {
    try {
      const { passed, failed, skipped } = counts()
      total.passed += passed
      total.failed += failed
      total.skipped += skipped
    } catch {
      console.error(`${name} left no results.`)
      total.failed += 1
    }
  } else if (isStepGood) total.passed += 1
  else total.failed += 1
}
if (total.skipped > 0) isGood = false
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(isGood ? 0 : 1)
