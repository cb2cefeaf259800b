/**
 * The whole test: brings a browser where there is none, then lint, types, dead code, the suites, and one closing line.
 * `--quick` leaves out the browser, the faults and the tests named *.slow.test.ts.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'

const isQuick = process.argv.includes('--quick')
const RESULTS = 'test-results'

function run(name: string, command: string, args: string[]): boolean {
  const started = performance.now()
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, NODE_NO_WARNINGS: '1' } })
  console.log(`${status === 0 ? '✓' : '✗'} ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return status === 0
}

function hasBrowser(): boolean {
  return ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].some((path) => existsSync(path))
}

/** An installed Chromium, else the system's package manager, else Playwright's own. */
function bringBrowser(): void {
  if (hasBrowser()) return
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  if (existsSync('/usr/bin/apt-get')) {
    console.log('No Chromium is installed: installing it with apt-get …')
    const apt = (...args: string[]) =>
      spawnSync(sudo[0] ?? 'apt-get', [...(sudo[0] ? [...sudo.slice(1), 'apt-get'] : []), ...args], {
        stdio: 'inherit',
      })
    apt('update', '-qq')
    apt('install', '-y', '-qq', 'chromium', 'fonts-noto-cjk')
  }
  if (hasBrowser()) return
  console.log('Bringing Playwright’s own Chromium …')
  if (!run('install Chromium', 'npx', ['playwright', 'install', '--with-deps', 'chromium'])) {
    console.error('No Chromium could be installed. Type: npx playwright install --with-deps chromium')
    process.exit(1)
  }
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
const vitest = (name: string, args: string[]) =>
  run(name, 'npx', [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${RESULTS}/${name}.json`,
    ...args,
  ])

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
  steps.push(
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
