import { FAST_MS } from '#quiz/analysis/bins.ts'
import { FEWEST_PEOPLE, type KnownSource, LEVEL_FITS, type LevelFit } from '#quiz/level-claim.ts'
import { LEVELS } from '#quiz/levels.ts'
import { RETEST_DAYS } from '#server/db/tables/validity.ts'
import { type ArmMeasure, type ArmShare, type Arms, LEAST_DIFFERENCE } from '#server/validity/arms.ts'
import { type Figure, RESAMPLES } from '#server/validity/interval.ts'
import type { LanguageApart } from '#server/validity/languages-apart.ts'
import {
  LIMITS,
  METHODS,
  type Measured,
  type Method,
  type MethodMeasured,
  type Verdict,
} from '#server/validity/measured.ts'
import type { Group, SourceValidity, Validity, ValidityReport } from '#server/validity/validity.ts'
import { confusionPicture } from './confusion-picture.ts'

const SOURCE_NAMES: Record<KnownSource, string> = {
  certificate: 'Certificates',
  verdict: 'Teachers’ verdicts, sent by the marketplace',
  teacher: 'A teacher’s word',
  course: 'The level of a course',
  own: 'Their own guess',
}
const FIT_NAMES: Record<LevelFit, string> = { too_low: 'too low', about_right: 'about right', too_high: 'too high' }

const COLORS: Record<Method, string> = { headline: '#b0451f', estimate: '#2563a8' }
const VERDICTS: Record<Verdict, string> = {
  go: 'go',
  no_go: 'no go',
  open: 'open: the interval still holds the limit',
}

const percent = (share: number) => (100 * share).toFixed(1)
const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`

function withInterval(figure: Figure | null, show: (value: number) => string): string {
  return figure ? `${show(figure.value)} (${show(figure.low)} to ${show(figure.high)})` : '-'
}
const asPercent = (figure: Figure) => withInterval(figure, percent)
const asLevels = (figure: Figure) => withInterval(figure, signed)
const asCorrelation = (figure: Figure | null) => withInterval(figure, (value) => value.toFixed(3))
const points = (figure: Figure) =>
  withInterval(figure, (value) => `${value < 0 ? '−' : '+'}${percent(Math.abs(value))}`)

function table(head: readonly string[], textColumns: number, rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = `|${head.map((_, index) => (index < textColumns ? '---|' : '--:|')).join('')}`
  return [line(head), rule, ...rows.map(line), '']
}

function agreementRows(name: string, measured: Measured): string[][] {
  return METHODS.map((method) => {
    const { exact, withinOne, difference, kappa, rho } = measured[method]
    return [
      name,
      method,
      String(measured.n),
      asPercent(exact),
      asPercent(withinOne),
      asLevels(difference),
      asCorrelation(kappa),
      asCorrelation(rho),
    ]
  })
}

function agreementTable(all: Measured, groups: readonly Group[]): string[] {
  const head = ['who', 'level by', 'n', 'exact %', 'within one %', 'given less known, levels', 'weighted kappa', 'rho']
  const rows = groups.flatMap(({ by, value, measured }) => agreementRows(`${by}: ${value}`, measured))
  return table(head, 2, [...agreementRows('everybody', all), ...rows])
}

function verdictLine(who: string, n: number, method: Method, { verdict, exact, withinOne }: MethodMeasured): string {
  const against = (figure: Figure, limit: number) => `${asPercent(figure)} % (asked: ${100 * limit})`
  return `- ${who}, ${method}: **${VERDICTS[verdict]}**. Exact ${against(exact, LIMITS.exact)}, within one ${against(withinOne, LIMITS.withinOne)}, n = ${n}.`
}

function verdictLines({ all, groups }: SourceValidity): string[] {
  const languages = groups.filter(({ by }) => by === 'language')
  return [{ value: 'everybody', measured: all }, ...languages].flatMap(({ value, measured }) =>
    METHODS.map((method) => verdictLine(value, measured.n, method, measured[method])),
  )
}

function confusionTable(name: string, { confusion }: MethodMeasured): string[] {
  const cells = (row: number[] | null) => {
    if (!row) return LEVELS.map(() => '-')
    const people = row.reduce((sum, count) => sum + count, 0)
    return row.map((count) => String(Math.round((100 * count) / people)))
  }
  const rows = confusion.map((row, index) => [LEVELS[index] as string, ...cells(row)])
  return table([`known, then given by the ${name}: %`, ...LEVELS], 1, rows)
}

function apartLine({ language, apart }: LanguageApart): string {
  return `- ${language} gives ${apart.value > 0 ? 'higher' : 'lower'} levels than the other languages to people who know the same: ${asLevels(apart)} levels.`
}

function gainLine({ gain, n }: Measured): string {
  return `The estimate less the headline, for the same people: exact ${points(gain.exact)} points, within one ${points(gain.withinOne)} points, n = ${n}.`
}

function sourceLines(validity: SourceValidity, hasPictures: boolean): string[] {
  const { source, all, groups, apart } = validity
  return [
    `### ${SOURCE_NAMES[source]}`,
    '',
    ...agreementTable(all, groups),
    gainLine(all),
    '',
    ...(source === 'certificate' ? ['Go or no go:', '', ...verdictLines(validity), ''] : []),
    ...(apart.length > 0 ? [...apart.map(apartLine), ''] : []),
    ...METHODS.flatMap((method) => confusionTable(method, all[method])),
    ...(hasPictures ? [`![Known levels and given ones](validity/${source}.svg)`, ''] : []),
  ]
}

function fitLines({ fits }: Validity): string[] {
  if (fits.length === 0) return []
  const head = ['language', 'n', ...LEVEL_FITS.map((fit) => `${FIT_NAMES[fit]} %`)]
  const rows = fits.map(({ language, n, ...shares }) => [
    language ?? 'all',
    String(n),
    ...LEVEL_FITS.map((fit) => asPercent(shares[fit])),
  ])
  return ['### Does the level fit?', '', ...table(head, 1, rows)]
}

function retestLines({ retests }: Validity): string[] {
  if (retests.length === 0) return []
  const head = ['language', 'level by', 'n', 'same level %', 'two or more apart %', 'standard error, logits', 'stated']
  const rows = retests.flatMap((retest) =>
    METHODS.map((method) => [
      retest.language ?? 'all',
      method,
      String(retest.n),
      asPercent(retest[method].same),
      asPercent(retest[method].twoApart),
      // Both are the estimate's; the headline has none.
      method === 'estimate' ? withInterval(retest.error, (value) => value.toFixed(2)) : '-',
      method === 'estimate' ? retest.statedError.toFixed(2) : '-',
    ]),
  )
  return [`### A second test within ${RETEST_DAYS} days`, '', ...table(head, 2, rows)]
}

const ARM_NAMES: Record<ArmMeasure, string> = {
  exact: 'exactly the certificate’s level',
  withinOne: 'within one level of it',
  sameAgain: `the same level again within ${RETEST_DAYS} days`,
  twoApart: 'two or more levels apart then',
  completed: 'first tests finished',
  fits: '“about right”',
}

function armLines({ rules: [one, other], comparisons, missing }: Arms): string[] {
  const percentOf = ({ share, n }: ArmShare) => `${asPercent(share)}, n = ${n}`
  const rows = comparisons.map(({ measure, shares, difference }) => [
    ARM_NAMES[measure],
    ...shares.map(percentOf),
    points(difference),
  ])
  const power = `differences of ${100 * LEAST_DIFFERENCE} points or more, in four experiments of five`
  const wanted =
    missing === null
      ? `Fewer than ${FEWEST_PEOPLE} people with a certificate in an arm: nobody can say yet how many it takes.`
      : missing === 0
        ? `Enough people with a certificate for a decision on the exact levels (it shows ${power}).`
        : `A decision on the exact levels takes ${missing} more people with a certificate in each arm (it then shows ${power}).`
  return [
    `### Experiment: ${one} and ${other}`,
    '',
    ...(rows.length > 0 ? table(['%', one, other, 'difference, points'], 1, rows) : []),
    wanted,
    '',
  ]
}

/** The same figures with the careless attempts, for who wonders what the filter does. */
function filterLines({ filtered, everybody, read }: ValidityReport): string[] {
  const rows = everybody.sources.flatMap(({ source, all }) => {
    const careful = filtered.sources.find((each) => each.source === source)?.all
    return [...(careful ? [['without them', careful] as const] : []), ['with them', all] as const].map(
      ([name, { n, headline, estimate }]) => [
        SOURCE_NAMES[source],
        name,
        String(n),
        asPercent(headline.exact),
        asPercent(headline.withinOne),
        asPercent(estimate.exact),
        asPercent(estimate.withinOne),
      ],
    )
  })
  const head = ['source', 'careless answers', 'n', 'headline: exact %', 'within one %', 'estimate: exact %']
  return [
    '### With and without careless answers',
    '',
    `${read.carelessClaims} of ${read.claims} attempts with a claim or a verdict and ${read.carelessPairs} of ${read.pairs} second tests were answered too fast to be read: half of the questions or more in less than ${FAST_MS / 1000} seconds. The figures above are without them.`,
    '',
    ...(rows.length > 0 ? table([...head, 'within one %'], 2, rows) : []),
  ]
}

/** The confusion matrices of each source, by the source's name. */
export function confusionPictures({ filtered }: ValidityReport): Partial<Record<KnownSource, string>> {
  const pictures = filtered.sources.map(({ source, all }) => {
    const matrix = (method: Method) => ({ name: method, color: COLORS[method], rows: all[method].confusion })
    return [source, confusionPicture(SOURCE_NAMES[source], 'level known', [matrix('headline'), matrix('estimate')])]
  })
  return Object.fromEntries(pictures)
}

/**
 * The report as Markdown. Nothing in it is about fewer than `FEWEST_PEOPLE` people.
 * @param hasPictures whether `confusionPictures` lie in the folder validity beside it
 */
export function validityLines(report: ValidityReport, day: string, hasPictures = false): string[] {
  const { filtered, read, seed } = report
  const hasNothing = [filtered.sources, filtered.fits, filtered.retests, filtered.arms].every(
    (each) => each.length === 0,
  )
  return [
    `\`npm run banks -- validate\`, ${day}: ${read.claims} attempts with a claim or a verdict, ${read.pairs} second tests. In parentheses: 95 % intervals (${RESAMPLES} resamples, seed ${seed}). Whatever fewer than ${FEWEST_PEOPLE} people say is not shown.`,
    '',
    ...(hasNothing ? ['Too few people have said anything yet.', ''] : []),
    ...filtered.sources.flatMap((source) => sourceLines(source, hasPictures)),
    ...fitLines(filtered),
    ...retestLines(filtered),
    ...filtered.arms.flatMap(armLines),
    ...filterLines(report),
  ]
}
