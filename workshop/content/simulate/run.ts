/**
 * `npm run banks -- simulate`: simulates seeded takers on the real banks with every method. Writes its figures into
 * docs/measurement.md, its plots into docs/measurement and the data of the page "How this test works" into
 * data/measurement.json. `-- --takers 2000 --seed 7 --dry` is a trial run.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { measuredOn, writeFigures } from '#harness/figures.ts'
import { progressBar } from '#operators/items/progress.ts'
import { LANGUAGES } from '#quiz/languages.ts'
import { readBanks } from '#server/banks/banks.ts'
import { type Figures, rowOf, simulate } from './figures.ts'
import { plots } from './plots.ts'
import { reportLines } from './report.ts'
import { BASE } from './scenario.ts'
import { METHODS } from './study.ts'

/** What data/measurement.json tells visitors, to a tenth of a percent. */
function published(figures: Figures, takers: number, seed: number) {
  const share = (value: number) => Number(value.toFixed(3))
  const methods = METHODS.map((method) => {
    const { exact, withinOne, exactByLevel, questions } = rowOf(figures, BASE, method).agreement
    const rounded = { exact: share(exact), withinOne: share(withinOne), questions: Number(questions.toFixed(1)) }
    return [method, { ...rounded, exactByLevel: exactByLevel.map(share) }]
  })
  const coverage = share(rowOf(figures, BASE, 'rescored').confidence?.coverage ?? 0)
  return { takers, seed, coverage, ...Object.fromEntries(methods) }
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
const byLanguage = readBanks()
const figures = simulate(
  LANGUAGES.map((language) => byLanguage[language]),
  {
    takers,
    seed,
    onProgress: progressBar(),
  },
)
const how = `\`npm run banks -- simulate\`, ${takers} takers, seed ${seed}, ${measuredOn()}. One standard error: ${((100 * Math.sqrt(0.65 * 0.35)) / Math.sqrt(takers)).toFixed(1)} points overall, ${((100 * Math.sqrt(0.65 * 0.35)) / Math.sqrt(takers / 6)).toFixed(1)} for one level.`
const lines = reportLines(figures, how)
if (values.dry) console.log(lines.join('\n'))
else {
  mkdirSync('docs/measurement', { recursive: true })
  for (const [name, svg] of Object.entries(plots(figures))) writeFileSync(`docs/measurement/${name}.svg`, svg)
  writeFileSync('data/measurement.json', `${JSON.stringify(published(figures, takers, seed), null, 2)}\n`)
  writeFigures('docs/measurement.md', 'simulate', lines)
}
