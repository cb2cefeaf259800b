/**
 * `npm run banks -- simulate`: simulates seeded takers on the real banks with every method. Writes its figures into
 * docs/measurement.md, its plots into docs/measurement and the data of the page "How this test works" into
 * data/measurement.json. `-- --takers 2000 --seed 7 --dry` is a trial run.
 *
 * `-- --validity` plants people with certificates instead and searches them with `validate`, and closes the loop of
 * calibration, into docs/validity.md; `-- --validity --people 2000 --seeds 2 --dry` is a trial run of that.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { measuredOn, writeFigures } from '#harness/figures.ts'
import { progressBar } from '#operators/items/progress.ts'
import { LANGUAGES } from '#quiz/languages.ts'
import { readBanks } from '#server/banks/banks.ts'
import { closeLoop, loopLines } from './closed-loop.ts'
import { type Figures, rowOf, simulate } from './figures.ts'
import { plantAndSearch, plantedLines } from './planted-run.ts'
import { plots } from './plots.ts'
import { reportLines } from './report.ts'
import { BASE, MISFIT } from './scenario.ts'
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
  return { takers, seed, coverage, freshTests: figures.freshTests, ...Object.fromEntries(methods) }
}

/** Calibrating takers of each bank. */
const TRAFFIC = 2000

const { values } = parseArgs({
  options: {
    takers: { type: 'string', default: '20016' },
    seed: { type: 'string', default: '1' },
    dry: { type: 'boolean', default: false },
    validity: { type: 'boolean', default: false },
    people: { type: 'string', default: '20000' },
    seeds: { type: 'string', default: '20' },
  },
})
const byLanguage = readBanks()

if (values.validity) await validity(Number(values.people), Number(values.seeds))
else accuracy(Number(values.takers), Number(values.seed))

/** Ends the process with a sentence. */
function refuse(message: string): never {
  console.error(message)
  process.exit(1)
}

async function validity(people: number, seeds: number): Promise<void> {
  if (!Number.isInteger(people) || people < 800 || !Number.isInteger(seeds) || seeds < 1)
    refuse('--people must be a whole number of at least 800, and --seeds one of at least 1.')
  const banks = LANGUAGES.map((language) => byLanguage[language])
  const onProgress = progressBar()
  let done = 0
  const planted = plantAndSearch(banks, { people, seeds, onSeed: () => onProgress(++done / seeds) })
  const scored = Math.floor(people / banks.length)
  const loop = await closeLoop({ banks: byLanguage, scenario: MISFIT, seed: 1, traffic: TRAFFIC, scored })
  const how = `\`npm run banks -- simulate --validity\`, ${measuredOn()}`
  const lines = [...plantedLines(planted, how), '', ...loopLines(loop, { traffic: TRAFFIC })]
  if (values.dry) console.log(lines.join('\n'))
  else writeFigures('docs/validity.md', 'planted', lines)
}

function accuracy(takers: number, seed: number): void {
  if (!Number.isInteger(takers) || takers < 480 || takers % 48 !== 0 || !Number.isInteger(seed))
    refuse('--takers must be a multiple of 48 (six levels in eight banks) of at least 480, and --seed a whole number.')
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
}
