import type { Bank } from '#quiz/bank.ts'
import { LANGUAGES, type Language } from '#quiz/languages.ts'
import { LEVELS, type Level } from '#quiz/levels.ts'
import { seededRandom } from '#quiz/random.ts'
import type { ClaimRow } from '#server/db/tables/validity.ts'
import { agreementOf } from '#server/validity/agreement.ts'
import type { Figure } from '#server/validity/interval.ts'
import { languagesApart } from '#server/validity/languages-apart.ts'
import { type KnownRow, type Measured, measure } from '#server/validity/measured.ts'
import { measureRetests } from '#server/validity/retests.ts'
import { validityReport } from '#server/validity/validity.ts'
import { claimOf, plantedClaims, plantedCounts, simulatedClaims, stepsExactly } from './planted-claims.ts'

/** What was planted, and in how many seeds it was found. */
type Finding = { planted: string; sought: string; found: number; of: number }

export type PlantedRun = {
  people: number
  seeds: number
  findings: Finding[]
  /** By how many points one person moves the exact share: who lies in 300 tests, and 300 who answer in a second. */
  moved: { liar: number; clickers: number; clickersUnfiltered: number }
}

const holds = ({ low, high }: Figure, value: number) => low <= value && value <= high
const MEASURES = ['exact', 'withinOne', 'difference', 'kappa', 'rho'] as const

const AGREEMENT = stepsExactly(0.7)
const WORSE = stepsExactly(0.55)
const VERDICTS = stepsExactly(0.6)

const ofKnown = (rows: readonly ClaimRow[]) => rows.filter((row): row is KnownRow => row.known !== null)

function measured(rows: readonly ClaimRow[], seed: number): Measured {
  const found = measure(ofKnown(rows), seededRandom(seed))
  if (!found) throw new Error('Too few people.')
  return found
}

/** The rows of people with certificates as teachers' verdicts. */
const asVerdicts = (rows: readonly ClaimRow[]) =>
  rows.map((row): ClaimRow => ({ ...row, fit: null, known: row.known && { ...row.known, source: 'verdict' } }))

function movedBy(people: number): PlantedRun['moved'] {
  const honest = plantedClaims(people, { headline: AGREEMENT, estimate: AGREEMENT }, 1)
  const random = seededRandom(4)
  const drawn = (): Level => LEVELS[Math.floor(random() * LEVELS.length)] as Level
  const tests = Array.from({ length: 300 }, () => ({
    ...claimOf(people, drawn(), drawn()),
    language: 'german' as const,
  }))
  const fast = tests.map((row, index) => ({ ...row, person: people + index, medianMs: 1000 }))
  const exactOf = (rows: readonly ClaimRow[], part: 'filtered' | 'everybody') =>
    validityReport({ rows, pairs: [], completions: [] }, 1)[part].sources[0]?.all.headline.exact.value ?? Number.NaN
  const before = exactOf(honest, 'filtered')
  const shift = (rows: readonly ClaimRow[], part: 'filtered' | 'everybody' = 'filtered') =>
    100 * (exactOf(rows, part) - before)
  return {
    liar: shift([...honest, ...tests]),
    clickers: shift([...honest, ...fast]),
    clickersUnfiltered: shift([...honest, ...fast], 'everybody'),
  }
}

/**
 * Plants what `validate` must find, and nothing where it must find nothing, in so many people and seeds.
 * @param onSeed is called after each seed
 */
export function plantAndSearch(
  banks: readonly Bank[],
  { people, seeds, onSeed }: { people: number; seeds: number; onSeed: () => void },
): PlantedRun {
  const counts = new Map<string, Finding>()
  const note = (planted: string, sought: string, isFound: boolean) => {
    const finding = counts.get(planted + sought) ?? { planted, sought, found: 0, of: 0 }
    counts.set(planted + sought, { ...finding, found: finding.found + Number(isFound), of: finding.of + 1 })
  }
  const truth = agreementOf(plantedCounts(AGREEMENT))
  // A little under 15 points: at the ends of the scale some misses end on the level after all.
  const gain = truth.exact - agreementOf(plantedCounts(WORSE)).exact
  const verdictTruth = agreementOf(plantedCounts(VERDICTS))
  const each = Math.floor(people / banks.length)
  const simulated = (seed: number, tooEasy: Partial<Record<Language, number>>) =>
    simulatedClaims(banks, { each, seed, easier: LANGUAGES.map((language) => tooEasy[language] ?? 0) })
  for (let seed = 1; seed <= seeds; seed++) {
    const same = measured(plantedClaims(people, { headline: AGREEMENT, estimate: AGREEMENT }, seed), seed)
    for (const name of MEASURES)
      note(
        'certificates of a known error, 70 % exact',
        `${name} within its interval`,
        holds(same.headline[name] as Figure, truth[name]),
      )
    note('two rules that are alike', 'a difference of 0 within its interval', holds(same.gain.exact, 0))
    const better = measured(plantedClaims(people, { headline: WORSE, estimate: AGREEMENT }, seed), seed).gain.exact
    note('a rule that is 15 points better', 'its gain within the interval', holds(better, gain))
    note('a rule that is 15 points better', 'an interval above 0', better.low > 0)
    const verdicts = asVerdicts(plantedClaims(people, { headline: VERDICTS, estimate: VERDICTS }, seed))
    const byTeachers = validityReport({ rows: verdicts, pairs: [], completions: [] }, seed).filtered.sources
    const verdict = byTeachers.find(({ source }) => source === 'verdict')?.all.headline.exact
    note(
      'teachers’ verdicts, 60 % exact',
      'exact within its interval',
      verdict !== undefined && holds(verdict, verdictTruth.exact),
    )
    const easy = simulated(seed, { german: 0.5 })
    const apart = languagesApart(ofKnown(easy.rows)).map(({ language }) => language)
    note('German items half a level too easy', 'German, and no other language', apart.join() === 'german')
    const none = simulated(1000 + seed, {})
    note('banks that are alike', 'no language', languagesApart(ofKnown(none.rows)).length === 0)
    const retests = measureRetests(none.pairs, seededRandom(seed))
    const ratio = retests ? retests.error.value / retests.statedError : Number.NaN
    note(
      'second tests of the same people',
      'the error that the estimates state, within 15 %',
      ratio > 0.85 && ratio < 1,
    )
    onSeed()
  }
  return { people, seeds, findings: [...counts.values()], moved: movedBy(people) }
}

/** The run as Markdown. */
export function plantedLines({ people, seeds, findings, moved }: PlantedRun, how: string): string[] {
  const points = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`
  return [
    `${how}. ${people} simulated people a seed, ${seeds} seeds. An interval of 95 % misses once in twenty times by chance.`,
    '',
    '| planted | sought | found, of seeds |',
    '|---|---|--:|',
    ...findings.map(({ planted, sought, found, of }) => `| ${planted} | ${sought} | ${found} of ${of} |`),
    '',
    `One person who lies at random in 300 tests moves the exact share by ${points(moved.liar)} points; 300 who answer everything in a second move it by ${points(moved.clickers)} with the filter and by ${points(moved.clickersUnfiltered)} without.`,
  ]
}
