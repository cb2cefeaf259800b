import type { AccountData } from '#contract/account.ts'
import type { Language } from '#quiz/languages.ts'
import { formatPercent } from '../percent.ts'
import { type TextKey, useTexts } from '../texts.tsx'
import styles from './account-page.module.css'
import { formatDay } from './dates.ts'
import { LevelChart } from './level-chart.tsx'

type Entries = AccountData['assessments']

const CHANGES = {
  higher: 'account.changeHigher',
  lower: 'account.changeLower',
  chance: 'account.changeChance',
} as const satisfies Record<string, TextKey>

type LanguageHistoryProps = {
  language: Language
  /** From old to new. */
  entries: Entries
  /** The public report of each assessment that has one. */
  shared: ReadonlyMap<string, string>
  mayShare: boolean
  onShare: (assessmentId: string) => void
  onReview: (entry: Entries[number]) => void
}

/** One language: its last level, a small chart, and the same as a table for everybody who would rather read. */
export function LanguageHistory({ language, entries, shared, mayShare, onShare, onReview }: LanguageHistoryProps) {
  const t = useTexts()
  const last = entries.at(-1)
  return (
    <div className={styles.language}>
      <img src={`/static/flags/${language}.svg`} alt="" width="32" height="32" />
      <h3>{t(`language.${language}`)}</h3>
      <p className={styles.soft}>
        {last && t('account.latest', { level: last.level, date: formatDay(t.locale, last.finished_at) })}
      </p>
      {last && (
        <div className={styles.wide}>
          {last.change && <p>{t(CHANGES[last.change])}</p>}
          <button type="button" className={styles.link} onClick={() => onReview(last)}>
            {t('account.reviewLast')}
          </button>
        </div>
      )}
      <LevelChart entries={entries} />
      <details className={styles.all}>
        <summary>{t('account.all', { count: entries.length })}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('account.date')}</th>
              <th scope="col">{t('account.level')}</th>
              <th scope="col">{t('account.range')}</th>
              <th scope="col">{t('account.than')}</th>
              <th scope="col">{t('account.report')}</th>
            </tr>
          </thead>
          <tbody>
            {entries.toReversed().map((entry) => (
              <HistoryRow
                key={entry.assessment_id}
                entry={entry}
                isShared={shared.has(entry.assessment_id)}
                mayShare={mayShare}
                onShare={() => onShare(entry.assessment_id)}
                onReview={() => onReview(entry)}
              />
            ))}
          </tbody>
        </table>
      </details>
    </div>
  )
}

type HistoryRowProps = {
  entry: Entries[number]
  isShared: boolean
  mayShare: boolean
  onShare: () => void
  onReview: () => void
}

function HistoryRow({ entry, isShared, mayShare, onShare, onReview }: HistoryRowProps) {
  const t = useTexts()
  const { lowest, highest } = entry.estimate.band
  const date = formatDay(t.locale, entry.finished_at)
  return (
    <tr>
      <td>
        <button type="button" className={styles.link} aria-label={t('account.review', { date })} onClick={onReview}>
          <time dateTime={entry.finished_at}>{date}</time>
        </button>
      </td>
      <td>{entry.level}</td>
      <td>{lowest === highest ? lowest : t('account.band', { lowest, highest })}</td>
      <td>{formatPercent(entry.than, t.locale)}</td>
      <td>
        {(isShared || mayShare) && (
          <button type="button" className={styles.link} onClick={onShare}>
            {t(isShared ? 'account.shared' : 'account.share')}
          </button>
        )}
      </td>
    </tr>
  )
}
