import type { InsightsData, LevelRow } from '#contract/insights.ts'
import type { InsightsPageData } from '#contract/page-data.ts'
import { urls } from '#contract/urls.ts'
import { LEVELS, type Level } from '#quiz/levels.ts'
import { useTexts } from '../texts.tsx'
import { BarChart, ColumnChart, LineChart } from './charts.tsx'
import { csvOf, Figure, useNumbers } from './figure.tsx'
import { FilterForm } from './filter-form.tsx'
import styles from './insights.module.css'
import { ItemsFigure } from './items.tsx'
import { LevelBars } from './level-charts.tsx'

type Props = { data: InsightsData }

function FunnelFigure({ data }: Props) {
  const t = useTexts()
  const { count, share } = useNumbers()
  const rows = data.funnel.map(({ step, visitors }) => ({ step, label: t(`insights.step.${step}`), visitors }))
  return (
    <Figure
      title={t('insights.funnel.title')}
      note={t('insights.funnel.note')}
      csv={csvOf('funnel', data)}
      table={{
        columns: [t('insights.funnel.step'), t('insights.funnel.visitors'), t('insights.share')],
        rows: rows.map(({ label, visitors }) => [label, count(visitors), share(visitors, rows[0]?.visitors ?? 0)]),
      }}
    >
      <BarChart
        title={t('insights.funnel.title')}
        bars={rows.map(({ step, label, visitors }) => ({ key: step, label, value: visitors, text: count(visitors) }))}
      />
    </Figure>
  )
}

function useQuestionTable({ questions, started }: InsightsData) {
  const t = useTexts()
  const { count, share, seconds } = useNumbers()
  const names = ['question', 'answered', 'share', 'right', 'unknown', 'seconds'] as const
  return {
    columns: names.map((name) => t(`insights.${name}`)),
    rows: questions.map((row) => [
      row.position,
      count(row.answered),
      share(row.answered, started),
      share(row.right, row.answered),
      share(row.unknown, row.answered),
      seconds(row.seconds),
    ]),
  }
}

function DropOffFigure({ data }: Props) {
  const t = useTexts()
  const { count } = useNumbers()
  const { questions, started } = data
  const title = t('insights.dropOff.title')
  const points = questions.map(({ position, answered }) => ({ key: position, share: answered / Math.max(1, started) }))
  return (
    <Figure
      title={title}
      note={t('insights.dropOff.note', { started: count(started) })}
      csv={csvOf('questions', data)}
      table={useQuestionTable(data)}
    >
      <LineChart title={title} points={points} />
    </Figure>
  )
}

function TimesFigure({ data }: Props) {
  const t = useTexts()
  const title = t('insights.times.title')
  return (
    <Figure title={title} note={t('insights.times.note')} csv={csvOf('questions', data)} table={useQuestionTable(data)}>
      <ColumnChart
        title={title}
        columns={data.questions.map(({ position, seconds }) => ({ key: position, value: seconds ?? 0 }))}
      />
    </Figure>
  )
}

const countsOf = (rows: readonly LevelRow[]) =>
  Object.fromEntries(
    LEVELS.map((level) => [level, rows.find((row) => row.level === level)?.assessments ?? 0]),
  ) as Record<Level, number>

function LevelsFigure({ data }: Props) {
  const t = useTexts()
  const { count, share } = useNumbers()
  const languages = [...Map.groupBy(data.levels, ({ language }) => language)].map(([key, rows]) => ({
    key,
    label: t(`language.${key}`),
    counts: countsOf(rows),
    finished: rows.reduce((sum, { assessments }) => sum + assessments, 0),
  }))
  return (
    <Figure
      title={t('insights.levels.title')}
      note={t('insights.levels.note')}
      csv={csvOf('levels', data)}
      table={{
        columns: [t('insights.filter.language'), t('insights.finished'), ...LEVELS],
        rows: languages.map(({ label, counts, finished }) => [
          label,
          count(finished),
          ...LEVELS.map((level) => share(counts[level], finished)),
        ]),
      }}
    >
      <LevelBars title={t('insights.levels.title')} rows={languages} />
    </Figure>
  )
}

/** Usage figures for staff: plain HTML without a script. */
export function InsightsPage({ data }: { data: InsightsPageData }) {
  const t = useTexts()
  return (
    <main className={styles.page}>
      <h1>{t('insights.title')}</h1>
      <p className={styles.lead}>{t('insights.lead')}</p>
      <FilterForm {...data.filter} />
      <div className={styles.cards}>
        <FunnelFigure data={data} />
        <LevelsFigure data={data} />
        <DropOffFigure data={data} />
        <TimesFigure data={data} />
        <ItemsFigure data={data} csv={csvOf('items', data)} />
      </div>
      {data.canSignOut && (
        <form className={styles.leave} method="post" action={urls.staffSignOut}>
          <button type="submit" className="link">
            {t('account.signOut')}
          </button>
        </form>
      )}
    </main>
  )
}
