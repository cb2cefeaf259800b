/**
 * `npm test`: everything. `npm run test:quick`, or `npm test -- quick`: what a change usually breaks, in under a minute. `npm test -- middle`:
 * all but the slow tests, the faults and the browser. `npm test -- faults browser`: these suites.
 * Each suite prints its time; the last line counts them all.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { ensureInstalled, type ProgramName } from '#harness/install.ts'

const RESULTS = 'test-results'
const SLOW = '**/*.slow.test.ts'

type Counts = { passed: number; failed: number; skipped: number }

type Suite = {
  does: string
  needs?: readonly ProgramName[]
  /** One check, or a suite that leaves a report of its tests. */
  run: (name: string) => Counts
}

function passes(command: string, args: readonly string[], environment: Record<string, string> = {}): boolean {
  const env = { ...process.env, NODE_NO_WARNINGS: '1', ...environment }
  return spawnSync(command, args, { stdio: 'inherit', env }).status === 0
}

/** Commands of which each must succeed, counted as one test. */
function check(...commands: readonly (readonly string[])[]): Suite['run'] {
  return () => {
    const isGood = commands.every(([command = '', ...args]) => passes(command, args))
    return { passed: Number(isGood), failed: Number(!isGood), skipped: 0 }
  }
}

/** The counts of a suite's report; a suite that fails without a failed test counts as one. */
function counted(isGood: boolean, file: string, read: (report: string) => Counts): Counts {
  try {
    const counts = read(readFileSync(file, 'utf8'))
    return { ...counts, failed: Math.max(counts.failed, Number(!isGood)) }
  } catch {
    console.error(`${file} was not written.`)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

/** @param database where tests that need one get it: in the process, on a Postgres of this run, or nowhere */
function vitest(database: 'pglite' | 'postgres' | 'none', ...args: string[]): Suite['run'] {
  return (name) => {
    const file = `${RESULTS}/${name}.json`
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${file}`]
    const isGood = passes('npx', ['vitest', 'run', ...reporters, ...args], { TEST_DATABASE: database })
    return counted(isGood, file, (report) => {
      const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(report)
      return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
    })
  }
}

function playwright(): Counts {
  return counted(passes('npx', ['playwright', 'test']), `${RESULTS}/e2e.json`, (report) => {
    const { stats } = JSON.parse(report)
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
  })
}

/** In the order in which `npm test` runs them: the cheapest and most precise first. */
const SUITES: Readonly<Record<string, Suite>> = {
  engine: { does: 'the rules and the contract', run: vitest('none', 'src/quiz/', 'src/contract/') },
  lint: { does: 'Biome', run: check(['npx', 'biome', 'ci', '.']) },
  types: { does: 'TypeScript', run: check(['npx', 'tsc', '-p', '.'], ['npx', 'tsc', '-p', 'src/quiz']) },
  banks: { does: 'the question banks', run: check(['node', 'scripts/banks/check.ts']) },
  web: {
    does: 'texts, components and rules of the code',
    run: vitest('none', 'src/web/', 'src/rules.test.ts', 'scripts/texts/', 'scripts/banks/', '--exclude', SLOW),
  },
  attempts: {
    does: 'attempts over the API, on PGlite',
    run: vitest('pglite', 'src/server/attempts/', 'src/server/api/assessments.test.ts', '--exclude', SLOW),
  },
  unused: { does: 'unused files, exports and dependencies', run: check(['npx', 'knip']) },
  build: { does: 'the web for browsers', run: check(['node', 'scripts/build.ts', '--if-needed']) },
  server: {
    does: 'server, security and tools, on Postgres',
    needs: ['Postgres', 'Redis'],
    run: vitest(
      'postgres',
      '--exclude',
      SLOW,
      ...['quiz', 'contract', 'web'].flatMap((folder) => ['--exclude', `src/${folder}/**`]),
      ...['src/rules.test.ts', 'scripts/texts/**', 'scripts/banks/**'].flatMap((file) => ['--exclude', file]),
    ),
  },
  slow: {
    does: 'simulations, fuzzing and time-outs',
    needs: ['Postgres', 'Redis'],
    run: vitest('postgres', '.slow.test.ts'),
  },
  faults: {
    does: 'processes and databases that fail',
    needs: ['Postgres', 'Redis'],
    run: vitest('none', '--config', 'test/faults/vitest.config.ts'),
  },
  browser: { does: 'journeys in Chromium', needs: ['Chromium', 'Postgres', 'Redis'], run: playwright },
}

const ALL = Object.keys(SUITES)
const TIERS: Readonly<Record<string, readonly string[]>> = {
  quick: ALL.slice(0, ALL.indexOf('unused')),
  middle: ALL.slice(0, ALL.indexOf('slow')),
}

const asked = process.argv.slice(2).flatMap((name) => TIERS[name] ?? [name])
const unknown = asked.filter((name) => !SUITES[name])
if (unknown.length > 0) {
  console.error(`There is no suite "${unknown.join('", "')}". Name some of these, quick, middle, or none for all:`)
  for (const [name, { does }] of Object.entries(SUITES)) console.error(`  ${name.padEnd(8)}  ${does}`)
  process.exit(2)
}
const names = asked.length > 0 ? asked : ALL

const needed = names.flatMap((name) => SUITES[name]?.needs ?? [])
await ensureInstalled(...new Set(needed))
rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS)

const total: Counts = { passed: 0, failed: 0, skipped: 0 }
for (const name of names) {
  const started = performance.now()
  const { passed, failed, skipped } = (SUITES[name] as Suite).run(name)
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  console.log(`${failed + skipped === 0 ? '✓' : '✗'} ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
}
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed + total.skipped === 0 ? 0 : 1)
