/**
 * `npm run banks -- simulate`: simulates seeded test takers on the real banks under both rules. Writes its figures to
 * docs/measurement.md and the data for the page "How this test works" to data/measurement.json.
 * `-- --takers 2016 --seed 7 --dry` is a trial run.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { measuredOn, writeFigures } from '#harness/figures.ts'
import { readBanks } from '#server/banks/banks.ts'
import { BASE } from './scenario.ts'
import { agreementIn, type Figures, simulate } from './study.ts'
import { summaryLines } from './summary.ts'

/** The content of data/measurement.json for visitors, rounded to a tenth of a percent. */
function published(figures: Figures, takers: number) {
  const share = (value: number) => Number(value.toFixed(3))
  const methods = (['staircase', 'estimate'] as const).map((method) => {
    const { exact, withinOne, exactByLevel } = agreementIn(figures, BASE, method)
    return [method, { exact: share(exact), withinOne: share(withinOne), exactByLevel: exactByLevel.map(share) }]
  })
  const ceiling = share(agreementIn(figures, BASE, 'maximumInformation').exact)
  return { takers, freshTests: figures.freshTests, ...Object.fromEntries(methods), ceiling }
}

const { values } = parseArgs({
  options: {
    takers: { type: 'string', default: '20016' },
    seed: { type: 'string', default: '1' },
    dry: { type: 'boolean', default: false },
  },
})
const takers = Number(values.takers)
const seed = Number(values.seed)
if (!Number.isInteger(takers) || takers < 480 || takers % 48 !== 0 || !Number.isInteger(seed)) {
  console.error(
    '--takers must be a multiple of 48 (six levels in eight banks) of at least 480, and --seed a whole number.',
  )
  process.exit(1)
}

const figures = simulate({ banks: Object.values(readBanks()), takers, seed })
const error = (people: number) => ((100 * Math.sqrt(0.65 * 0.35)) / Math.sqrt(people)).toFixed(1)
const how = `\`npm run banks -- simulate\`, ${takers} test takers, seed ${seed}, ${measuredOn()}. One standard error: ${error(takers)} points overall, ${error(takers / 6)} for one level.`
const lines = summaryLines(figures, how)
if (values.dry) console.log(lines.join('\n'))
else {
  writeFileSync('data/measurement.json', `${JSON.stringify(published(figures, takers), null, 2)}\n`)
  writeFigures('docs/measurement.md', 'simulate', lines)
}
