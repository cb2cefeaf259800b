/**
 * `npm run load`: whole quizzes against the product on Postgres and Redis, and against the limit server (docs/load.md
 * says how). `-- --only one,two,limit` measures some, `-- --soak` runs half an hour at half load, `-- --seconds 5`
 * shortens every phase.
 */
import { parseArgs } from 'node:util'
import { measuredOn } from '#harness/figures.ts'
import { ensureInstalled } from '#harness/install.ts'
import { measureLimit, measureProduct } from './measure.ts'
import { writeReport } from './report.ts'
import { type Results, storeResults, wrongContents } from './results.ts'
import { soak } from './soak.ts'
import { type System, startSystem } from './system.ts'

/** The length of several quizzes. */
const SHORTEST_SECONDS = 4

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'one,two,limit' },
    soak: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '30' },
    seconds: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
  },
})
const [seconds, minutes, seed] = [Number(values.seconds), Number(values.minutes), Number(values.seed)]
if (!(seconds >= SHORTEST_SECONDS)) throw new Error(`A phase takes at least ${SHORTEST_SECONDS} seconds.`)

const MEASUREMENTS: Record<keyof Results, (system: System) => Promise<object>> = {
  one: (system) => measureProduct(system, 1, seconds),
  two: (system) => measureProduct(system, 2, seconds),
  limit: (system) => measureLimit(system, seconds),
  soak: (system) => soak(system, minutes, seconds),
}
const sections = Object.keys(MEASUREMENTS) as (keyof Results)[]
const wanted = values.soak ? ['soak'] : values.only.split(',')
const unknown = wanted.filter((name) => !sections.some((section) => section === name))
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}: ${sections.join(', ')}.`)

await ensureInstalled('Postgres', 'Redis', 'nginx')
const system = await startSystem(seed)
try {
  for (const section of sections.filter((section) => wanted.includes(section))) {
    console.log(`${new Date().toISOString()} ${section}`)
    const measured = { measuredOn: measuredOn(), versions: system.versions, seed, seconds }
    const results: Results = { [section]: { ...measured, ...(await MEASUREMENTS[section](system)) } }
    storeResults(results)
    writeReport()
    for (const reason of wrongContents(results)) {
      console.error(`${section}: wrong content: ${reason}`)
      process.exitCode = 1
    }
  }
} finally {
  await system.stop()
}
