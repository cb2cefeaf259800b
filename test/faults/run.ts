/**
 * `npm run faults [-- F1 F10] [--count 5]`: injects the faults of the catalog, each as often as it requires, and
 * writes docs/faults.md. With `--count`, injects each that often and writes nothing. `--report` only rewrites the page.
 * Exits with 1 if a write was lost or wrong, a process exited, or a limit wasn't kept.
 */
import { parseArgs } from 'node:util'
import { ensureInstalled } from '#harness/install.ts'
import { FAULTS } from './catalog.ts'
import { isKept } from './fault.ts'
import { keepResult, writePage } from './results.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string' }, report: { type: 'boolean' } },
})
const unknown = positionals.filter((id) => !FAULTS.some((fault) => fault.id === id))
if (unknown.length > 0) {
  console.error(`No driver for ${unknown.join(', ')}. Use: ${FAULTS.map(({ id }) => id).join(' ')}`)
  process.exit(2)
}
if (values.report) {
  writePage()
  process.exit(0)
}

process.env.TIME_LIMITS = '1'
await ensureInstalled('Postgres', 'Redis')
let isGood = true
for (const { id, title, count, run } of FAULTS) {
  if (positionals.length > 0 && !positionals.includes(id)) continue
  console.log(`${id} ${title}`)
  const begun = performance.now()
  const tally = await run(values.count === undefined ? count : Number(values.count)).catch((error: Error) => {
    console.error(error)
    return { injections: 0, acknowledged: 0, lost: 0, wrong: 0, exits: 0, broken: [error.message] }
  })
  const seconds = (performance.now() - begun) / 1000
  if (values.count === undefined) keepResult(id, tally, seconds)
  isGood &&= isKept(tally)
  const { injections, acknowledged, lost, wrong, exits, broken } = tally
  console.log(
    `${isKept(tally) ? '✓' : '✗'} ${id}: ${injections} injections, ${acknowledged} acknowledged writes, ${lost} lost, ${wrong} wrong, ${exits} unexpected exits, ${seconds.toFixed(0)} s${broken.map((what) => `\n  ${what}`).join('')}`,
  )
}
process.exit(isGood ? 0 : 1)
