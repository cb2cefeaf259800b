import type { ValidityFigures } from '#contract/validity.ts'
import { KNOWN_SOURCES, type KnownSource, LEVEL_FITS } from '#quiz/level-claim.ts'
import type { Compared } from '../db/tables/validity.ts'
import type { Figure } from './interval.ts'
import type { Measured } from './measured.ts'
import { firstOfEach } from './rows.ts'
import { validityReport } from './validity.ts'

/** The same answers give the same intervals. */
export const SEED = 1

function withInterval<Name extends string>(name: Name, { value, low, high }: Figure) {
  return { [name]: value, [`${name}_low`]: low, [`${name}_high`]: high } as Record<
    Name | `${Name}_low` | `${Name}_high`,
    number
  >
}

function agreementRow(source: KnownSource, language: string, { n, headline }: Measured) {
  const { exact, withinOne, difference, kappa, verdict } = headline
  return {
    ...{ source, language, n, kappa: kappa?.value ?? null, verdict },
    ...withInterval('exact', exact),
    ...withInterval('within_one', withinOne),
    ...withInterval('difference', difference),
  } as ValidityFigures['agreement'][number]
}

/** What the pages show, without careless answers. */
export function shownFigures(compared: Compared, day: string): ValidityFigures {
  const { sources, fits, retests } = validityReport(compared, SEED).filtered
  const peopleWith = (source: KnownSource) =>
    firstOfEach(compared.rows.filter(({ known }) => known?.source === source)).length
  return {
    day,
    people: Object.fromEntries(
      KNOWN_SOURCES.map((source) => [source, peopleWith(source)]),
    ) as ValidityFigures['people'],
    agreement: sources.flatMap(({ source, all, groups }) => [
      agreementRow(source, '', all),
      ...groups
        .filter(({ by }) => by === 'language')
        .map(({ value, measured }) => agreementRow(source, value, measured)),
    ]),
    fits: fits.map(({ language, n, ...shares }) => ({
      ...{ language: language ?? '', n },
      ...(Object.assign({}, ...LEVEL_FITS.map((fit) => withInterval(fit, shares[fit]))) as ReturnType<
        typeof withInterval<(typeof LEVEL_FITS)[number]>
      >),
    })),
    retests: retests.map(({ language, n, headline }) => ({
      ...{ language: language ?? '', n },
      ...withInterval('same', headline.same),
      ...withInterval('two_apart', headline.twoApart),
    })),
  }
}
