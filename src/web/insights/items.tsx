import type { InsightsData } from '#contract/insights.ts'
import type { ItemPageData } from '#contract/page-data.ts'
import { urls } from '#contract/urls.ts'
import { useTexts } from '../texts.tsx'
import { BarChart } from './charts.tsx'
import { DataTable, Figure, useNumbers, withFilter } from './figure.tsx'
import styles from './insights.module.css'
import { DotPlot } from './level-charts.tsx'

function Choices({ choices, item }: ItemPageData) {
  const t = useTexts()
  const { count, share } = useNumbers()
  const rows = choices.map(({ choice, chosen, isRight }) => ({
    key: choice.join(' '),
    label: [choice.join(' + ') || t('insights.unknown'), isRight && `(${t('insights.item.key')})`]
      .filter(Boolean)
      .join(' '),
    value: chosen,
    text: share(chosen, item.answered),
  }))
  if (rows.length === 0) return <p>{t('insights.none')}</p>
  return (
    <>
      <BarChart title={t('insights.item.choices')} bars={rows} />
      <DataTable
        columns={[t('insights.item.choice'), t('insights.item.chosen'), t('insights.share')]}
        rows={rows.map(({ label, value, text }) => [label, count(value), text])}
      />
    </>
  )
}

/** One item for staff: its text, the answers chosen and its flags. */
export function ItemPage({ data }: { data: ItemPageData }) {
  const t = useTexts()
  const { count, share } = useNumbers()
  const { filter, language, item, reasons } = data
  const [answered, reports] = [count(item.answered), count(item.flags)]
  return (
    <main className={styles.page}>
      <a href={withFilter(urls.insights, { ...filter, language })}>{t('insights.item.back')}</a>
      <h1>{t('insights.item.title', { id: item.item_id, language, level: item.level })}</h1>
      <p className={styles.lead}>{t('insights.item.point', { point: item.point })}</p>
      {item.image ? (
        <img className={styles.picture} src={urls.picture(item.image)} alt={item.correct.join(', ')} />
      ) : (
        <p className={styles.stem}>{item.question}</p>
      )}
      <p>{t('insights.item.facts', { answered, right: share(item.right, item.answered), reports })}</p>
      <div className={styles.cards}>
        <section className={styles.card}>
          <h2>{t('insights.item.choices')}</h2>
          <Choices {...data} />
        </section>
        {reasons.length > 0 && (
          <section className={styles.card}>
            <h2>{t('insights.item.reasons')}</h2>
            <DataTable
              columns={[t('insights.item.reason'), t('insights.items.reports')]}
              rows={reasons.map((row) => [row.reason, count(row.flags)])}
            />
          </section>
        )}
      </div>
    </main>
  )
}

/** With fewer answers, the standard error of a share can exceed nine points. */
const FEWEST_ANSWERS = 30

/** The items of one language by their share of correct answers; items with flags stand out. */
export function ItemsFigure({ data: { filter, items }, csv }: { data: InsightsData; csv: string }) {
  const t = useTexts()
  const { count, share, seconds } = useNumbers()
  const title = t('insights.items.title')
  const { language } = filter
  if (items === null || language === '')
    return (
      <section className={styles.card}>
        <h2>{title}</h2>
        <p className={styles.note}>{t('insights.items.choose')}</p>
      </section>
    )
  const dots = items
    .filter(({ answered }) => answered >= FEWEST_ANSWERS)
    .map(({ item_id: key, level, right, answered, flags }) => ({
      key,
      level,
      share: right / answered,
      isDoubtful: flags > 0,
    }))
  const names = ['answered', 'right', 'unknown', 'seconds'] as const
  return (
    <Figure
      title={title}
      note={t('insights.items.note', { fewest: FEWEST_ANSWERS })}
      csv={csv}
      table={{
        columns: [
          t('insights.question'),
          t('insights.level'),
          ...names.map((name) => t(`insights.${name}`)),
          t('insights.items.reports'),
        ],
        rows: items.map((item) => [
          <a key={item.item_id} href={withFilter(urls.itemInsights(language, item.item_id), filter)}>
            {item.item_id}
          </a>,
          item.level,
          count(item.answered),
          share(item.right, item.answered),
          share(item.unknown, item.answered),
          seconds(item.seconds),
          count(item.flags),
        ]),
      }}
    >
      <DotPlot title={title} dots={dots} />
    </Figure>
  )
}
