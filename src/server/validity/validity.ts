import { LANGUAGES, type Language } from '#quiz/languages.ts'
import { FEWEST_PEOPLE, KNOWN_SOURCES, type KnownSource, LEVEL_FITS, type LevelFit } from '#quiz/level-claim.ts'
import { type Random, seededRandom } from '#quiz/random.ts'
import type { ClaimRow, Compared, RetestPair } from '../db/tables/validity.ts'
import { type Arms, compareArms } from './arms.ts'
import { type Figure, shareOf } from './interval.ts'
import { type LanguageApart, languagesApart } from './languages-apart.ts'
import { type KnownRow, type Measured, measure } from './measured.ts'
import { measureRetests, type Retests } from './retests.ts'
import { firstOfEach, isCareless } from './rows.ts'

const YEARS = [
  { name: 'the same year', most: 0 },
  { name: '1 to 2 years', most: 2 },
  { name: '3 to 5 years', most: 5 },
  { name: 'over 5 years', most: Number.POSITIVE_INFINITY },
]

function yearsSince({ known: { year }, finishedAt }: KnownRow): string | undefined {
  if (year === null) return undefined
  const years = finishedAt.getUTCFullYear() - year
  return YEARS.find(({ most }) => years <= most)?.name
}

/** How people with a known level are told apart; undefined belongs to no group. */
const GROUPINGS = {
  language: ({ language }) => language,
  'interface language': ({ interfaceLanguage }) => interfaceLanguage,
  '“I don’t know”': ({ usedUnknown }) => (usedUnknown ? 'used' : 'never used'),
  'certificate to test': yearsSince,
  'level rule': ({ rule }) => rule,
} satisfies Record<string, (row: KnownRow) => string | undefined>

type Grouping = keyof typeof GROUPINGS

/** A group that has enough people. */
export type Group = { by: Grouping; value: string; measured: Measured }

export type SourceValidity = {
  source: KnownSource
  all: Measured
  groups: Group[]
  /** The languages that are easier or harder than the others. */
  apart: LanguageApart[]
}

type FitShares = { language: Language | null; n: number } & Record<LevelFit, Figure>

type RetestValidity = Retests & { language: Language | null }

/** What people with known levels, their word on the result, and second attempts say of the test. */
export type Validity = { sources: SourceValidity[]; fits: FitShares[]; retests: RetestValidity[]; arms: Arms[] }

export type ValidityReport = {
  /** The resampling's. */
  seed: number
  /** Without the attempts that the filter takes for careless. */
  filtered: Validity
  everybody: Validity
  /** How many attempts with a claim or verdict and pairs of attempts there are, and how many the filter leaves out. */
  read: { claims: number; carelessClaims: number; pairs: number; carelessPairs: number }
}

function groupsOf(rows: readonly KnownRow[], random: Random): Group[] {
  return Object.entries(GROUPINGS).flatMap(([by, nameOf]) => {
    const groups = Map.groupBy(rows, nameOf)
    return [...groups].flatMap(([value, members]) => {
      const measured = value === undefined ? null : measure(members, random)
      return measured ? [{ by: by as Grouping, value: value as string, measured }] : []
    })
  })
}

function sourceValidity(source: KnownSource, rows: readonly KnownRow[], random: Random): SourceValidity[] {
  const all = measure(rows, random)
  return all ? [{ source, all, groups: groupsOf(rows, random), apart: languagesApart(rows) }] : []
}

/** The whole, then each language. */
const ofEach = [null, ...LANGUAGES] as const
const inLanguage =
  (language: Language | null) =>
  (row: { language: Language }): boolean =>
    language === null || row.language === language

function fitShares(language: Language | null, rows: readonly ClaimRow[]): FitShares[] {
  const n = rows.length
  if (n < FEWEST_PEOPLE) return []
  const shareWith = (fit: LevelFit) => shareOf(rows.filter((row) => row.fit === fit).length, n)
  const shares = Object.fromEntries(LEVEL_FITS.map((fit) => [fit, shareWith(fit)])) as Record<LevelFit, Figure>
  return [{ language, n, ...shares }]
}

function validity({ rows, pairs, completions }: Compared, random: Random): Validity {
  const judged = firstOfEach(rows.filter(({ fit }) => fit !== null))
  const retested = firstOfEach(pairs)
  return {
    sources: KNOWN_SOURCES.flatMap((source) => {
      const known = rows.filter((row): row is KnownRow => row.known?.source === source)
      return sourceValidity(source, firstOfEach(known), random)
    }),
    fits: ofEach.flatMap((language) => fitShares(language, judged.filter(inLanguage(language)))),
    retests: ofEach.flatMap((language) => {
      const measured = measureRetests(retested.filter(inLanguage(language)), random)
      return measured ? [{ language, ...measured }] : []
    }),
    arms: compareArms(rows, pairs, completions),
  }
}

/** Everything that `npm run banks -- validate` says. */
export function validityReport({ rows, pairs, completions }: Compared, seed: number): ValidityReport {
  const isCarelessPair = ({ first, second }: RetestPair) => isCareless(first) || isCareless(second)
  const careful = rows.filter((row) => !isCareless(row))
  const carefulPairs = pairs.filter((pair) => !isCarelessPair(pair))
  return {
    seed,
    filtered: validity({ rows: careful, pairs: carefulPairs, completions }, seededRandom(seed)),
    everybody: validity({ rows, pairs, completions }, seededRandom(seed)),
    read: {
      claims: rows.length,
      carelessClaims: rows.length - careful.length,
      pairs: pairs.length,
      carelessPairs: pairs.length - carefulPairs.length,
    },
  }
}
