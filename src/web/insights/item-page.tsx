import type { ItemInsights } from '#contract/insights.ts'
import { urls } from '#contract/urls.ts'
import { useTexts } from '../texts.tsx'
import { BarChart } from './bar-chart.tsx'
import { DataTable } from './figure.tsx'
import { useNumbers, withFilter } from './formats.ts'
import styles from './insights.module.css'

function Choices({ choices, item }: ItemInsights) {
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

/** One item for staff: what it asks, what was chosen, what readers reported. */
export function ItemPage({ data }: { data: ItemInsights }) {
  const t = useTexts()
  const { count, share } = useNumbers()
  const { filter, language, item, reasons } = data
  const [answered, reports] = [count(item.answered), count(item.reports)]
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
        {item.flags.length > 0 && (
          <section className={styles.card}>
            <h2>{t('insights.item.flags')}</h2>
            <ul>
              {item.flags.map((flag) => (
                <li key={flag}>{flag}</li>
              ))}
            </ul>
          </section>
        )}
        {reasons.length > 0 && (
          <section className={styles.card}>
            <h2>{t('insights.item.reasons')}</h2>
            <DataTable
              columns={[t('insights.item.reason'), t('insights.items.reports')]}
              rows={reasons.map((row) => [row.reason, count(row.reports)])}
            />
          </section>
        )}
      </div>
    </main>
  )
}
