import type { InsightsData } from '#contract/insights.ts'
import { urls } from '#contract/urls.ts'
import { useTexts } from '../texts.tsx'
import { Figure } from './figure.tsx'
import { useNumbers, withFilter } from './formats.ts'
import styles from './insights.module.css'
import { DotPlot } from './level-charts.tsx'

/** A share of fewer answers says little: its standard error can be more than nine points. */
const FEWEST_ANSWERS = 30

/** The health of a language's bank: each item by its share of right answers; reported and flagged ones stand out. */
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
    .map(({ item_id: key, level, right, answered, reports, flags }) => ({
      key,
      level,
      share: right / answered,
      isDoubtful: reports + flags.length > 0,
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
          t('insights.items.flags'),
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
          count(item.reports),
          count(item.flags.length),
        ]),
      }}
    >
      <DotPlot title={title} dots={dots} />
    </Figure>
  )
}
