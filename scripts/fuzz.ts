/** `npm run fuzz -- 1000000 [seed]`: as many generated requests to the whole API; `npm test` sends 20,000. */
import { spawnSync } from 'node:child_process'

const [cases = '1000000', seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2)
console.log(`Seed ${seed}`)
const { status } = spawnSync('npx', ['vitest', 'run', 'test/fuzz'], {
  stdio: 'inherit',
  env: { ...process.env, FUZZ_CASES: cases, FUZZ_SEED: seed },
})
process.exit(status ?? 1)
