/**
 * `npm run security`: runs the tests that measure time, repeat often, or need a server that `npm test` doesn't.
 * `npm run security -- fuzz 1000000 [seed]`: sends that many generated requests to the whole API; `npm test` sends
 * 6,000.
 */
import { spawnSync } from 'node:child_process'

const [kind, ...rest] = process.argv.slice(2)

function fuzz(): [args: string[], environment: Record<string, string>] {
  const [cases = '1000000', seed] = rest
  return [['test/fuzz'], { FUZZ_CASES: cases, ...(seed ? { SEED: seed } : {}) }]
}

const [args, environment] =
  kind === 'fuzz' ? fuzz() : [['--config', 'test/security/long/vitest.config.ts', ...rest], {}]
const { status } = spawnSync('npx', ['vitest', 'run', ...args], {
  stdio: 'inherit',
  env: { ...process.env, ...environment },
})
process.exit(status ?? 1)
