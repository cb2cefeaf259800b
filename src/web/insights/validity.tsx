import type { InsightsData } from '#contract/insights.ts'
import type { ValidityFigures } from '#contract/validity.ts'
import { FEWEST_PEOPLE, KNOWN_SOURCES, LEVEL_FITS } from '#quiz/level-claim.ts'
import { formatDay } from '../format.ts'
import { useTexts } from '../texts.tsx'
import { BarChart } from './charts.tsx'
import { csvOf, Figure, type Table, useNumbers } from './figure.tsx'
import styles from './insights.module.css'

type Rows = Pick<ValidityFigures, 'agreement' | 'fits' | 'retests'>

type PeopleFigureProps<Name extends keyof Rows> = {
  name: Name
  data: InsightsData
  /** Which rows the chart has; all, if unsaid. */
  isCharted?: (row: Rows[Name][number]) => boolean
  /** The share that the chart shows, with the ends of its interval. */
  shareOf: (row: Rows[Name][number]) => readonly [share: number, low: number, high: number]
  /** Besides language and people. */
  columns: Table['columns']
  cellsOf: (row: Rows[Name][number]) => Table['rows'][number]
}

/** Shares of people by language, with their number and interval. */
function PeopleFigure<Name extends keyof Rows>({
  name,
  data,
  isCharted = () => true,
  shareOf,
  columns,
  cellsOf,
}: PeopleFigureProps<Name>) {
  const t = useTexts()
  const { count, shareWithin } = useNumbers()
  const rows: readonly Rows[Name][number][] = data.validity?.[name] ?? []
  const nameOf = ({ language }: Rows[Name][number]) =>
    language === '' ? t('insights.filter.all') : t(`language.${language}`)
  const title = t(`insights.${name}.title`)
  return (
    <Figure
      title={title}
      note={t(`insights.${name}.note`)}
      csv={csvOf(name, data)}
      empty={t(`insights.${name}.none`, { count: FEWEST_PEOPLE })}
      table={{
        columns: [t('insights.filter.language'), t('insights.people'), ...columns],
        rows: rows.map((row) => [nameOf(row), count(row.n), ...cellsOf(row)]),
      }}
    >
      <BarChart
        title={title}
        whole={1}
        bars={rows.filter(isCharted).map((row) => ({
          key: row.language,
          label: `${nameOf(row)}, n = ${count(row.n)}`,
          value: shareOf(row)[0],
          text: shareWithin(...shareOf(row)),
        }))}
      />
    </Figure>
  )
}

function AgreementFigure({ data }: { data: InsightsData }) {
  const t = useTexts()
  const { shareWithin, levels, decimals } = useNumbers()
  return (
    <PeopleFigure
      name="agreement"
      data={data}
      isCharted={({ source }) => source === 'certificate'}
      shareOf={({ exact, exact_low, exact_high }) => [exact, exact_low, exact_high]}
      columns={(['source', 'exact', 'within', 'difference', 'kappa', 'verdict'] as const).map((column) =>
        t(`insights.agreement.${column}`),
      )}
      cellsOf={(row) => [
        t(`insights.source.${row.source}`),
        shareWithin(row.exact, row.exact_low, row.exact_high),
        shareWithin(row.within_one, row.within_one_low, row.within_one_high),
        levels(row.difference, row.difference_low, row.difference_high),
        decimals(row.kappa),
        // The verdict rests on certificates alone.
        row.source === 'certificate' ? t(`insights.verdict.${row.verdict}`) : '–',
      ]}
    />
  )
}

function FitFigure({ data }: { data: InsightsData }) {
  const t = useTexts()
  const { shareWithin } = useNumbers()
  return (
    <PeopleFigure
      name="fits"
      data={data}
      shareOf={({ about_right, about_right_low, about_right_high }) => [about_right, about_right_low, about_right_high]}
      columns={LEVEL_FITS.map((fit) => t(`insights.fit.${fit}`))}
      cellsOf={(row) => LEVEL_FITS.map((fit) => shareWithin(row[fit], row[`${fit}_low`], row[`${fit}_high`]))}
    />
  )
}

function RetestFigure({ data }: { data: InsightsData }) {
  const t = useTexts()
  const { shareWithin } = useNumbers()
  return (
    <PeopleFigure
      name="retests"
      data={data}
      shareOf={({ same, same_low, same_high }) => [same, same_low, same_high]}
      columns={[t('insights.retests.same'), t('insights.retests.apart')]}
      cellsOf={(row) => [
        shareWithin(row.same, row.same_low, row.same_high),
        shareWithin(row.two_apart, row.two_apart_low, row.two_apart_high),
      ]}
    />
  )
}

/** Whether levels are right for real people (docs/validity.md). The filter does not count here. */
export function ValidityPart({ data }: { data: InsightsData }) {
  const t = useTexts()
  const { count } = useNumbers()
  const { validity } = data
  const people = validity?.people
  return (
    <section aria-labelledby="validity">
      <h2 id="validity" className={styles.part}>
        {t('insights.validity.title')}
      </h2>
      <p className={styles.lead}>
        {validity
          ? t('insights.validity.lead', { day: formatDay(t.locale, validity.day) })
          : t('insights.validity.notYet')}
      </p>
      {people && (
        <p className={styles.lead}>
          {KNOWN_SOURCES.map((source) => `${t(`insights.source.${source}`)}: ${count(people[source])}`).join(' · ')}
        </p>
      )}
      <div className={styles.cards}>
        <AgreementFigure data={data} />
        <FitFigure data={data} />
        <RetestFigure data={data} />
      </div>
    </section>
  )
}
