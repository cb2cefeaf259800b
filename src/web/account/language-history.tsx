import type { ReactNode } from 'react'
import type { AccountData } from '#contract/account.ts'
import { urls } from '#contract/urls.ts'
import { comparison } from '#quiz/advice.ts'
import type { Change } from '#quiz/estimate.ts'
import type { Language } from '#quiz/languages.ts'
import { formatDay, formatPercent, shortDayFormat } from '../format.ts'
import { type TextKey, useTexts } from '../texts.tsx'
import styles from './history.module.css'
import { LevelChart } from './level-chart.tsx'

type Entries = AccountData['assessments']

const CHANGES = {
  higher: 'account.changeHigher',
  lower: 'account.changeLower',
  chance: 'account.changeChance',
  same: 'account.changeSame',
  soon: 'account.changeSoon',
} as const satisfies Record<string, TextKey>

/** Compares a result with the previous one. */
function changeOf(before: Entries[number], { level, finished_at }: Entries[number], change: Change) {
  return comparison(level, { level: before.level, change }, Date.parse(finished_at) - Date.parse(before.finished_at))
}

export type RowActions = {
  /** Public report ids by attempt. */
  reportIds: ReadonlyMap<string, string>
  mayShare: boolean
  onShare: (entry: Entries[number]) => void
  onReview: (entry: Entries[number]) => void
}

type ResultRowProps = RowActions & { entry: Entries[number]; children: ReactNode }

/** One result: its level in a bubble, its title (`children`), its range, and buttons to review and share it. */
export function ResultRow({ entry, reportIds, mayShare, onShare, onReview, children }: ResultRowProps) {
  const t = useTexts()
  const { level, than, finished_at: finishedAt } = entry
  const { lowest, highest } = entry.estimate.band
  const isShared = reportIds.has(entry.assessment_id)
  return (
    <li className={styles.result}>
      <span className={styles.level} data-level={level}>
        {level}
      </span>
      <div>
        {children}
        <dl className={styles.facts}>
          <div>
            <dt>{t('account.range')}</dt>{' '}
            <dd>{lowest === highest ? lowest : t('account.band', { lowest, highest })}</dd>
          </div>
          <div>
            <dt>{t('account.than')}</dt> <dd>{formatPercent(than, t.locale)}</dd>
          </div>
        </dl>
      </div>
      <p className={styles.ways}>
        <button
          type="button"
          className="link"
          aria-label={t('account.review', { date: formatDay(t.locale, finishedAt) })}
          onClick={() => onReview(entry)}
        >
          {t('account.reviewButton')}
        </button>
        {(isShared || mayShare) && (
          <button type="button" className="link" onClick={() => onShare(entry)}>
            {t(isShared ? 'account.shared' : 'account.share')}
          </button>
        )}
      </p>
    </li>
  )
}

/** Results shown initially; the rest unfold. */
const NEWEST = 3

type LanguageHistoryProps = RowActions & {
  language: Language
  /** Oldest first. */
  entries: Entries
}

/** A language with several results: a chart, the latest change, and a row per result. */
export function LanguageHistory({ language, entries, ...actions }: LanguageHistoryProps) {
  const t = useTexts()
  const [before, last] = [entries.at(-2), entries.at(-1)]
  const rows = [...entries].reverse().map((entry) => (
    <ResultRow key={entry.assessment_id} entry={entry} {...actions}>
      <time className={styles.title} dateTime={entry.finished_at}>
        {formatDay(t.locale, entry.finished_at)}
      </time>
    </ResultRow>
  ))
  return (
    <article className="card">
      <h3 className={styles.language}>
        <img src={`${urls.static}flags/${language}.svg`} alt="" width="40" height="40" />
        <span>{t(`language.${language}`)}</span>
      </h3>
      <LevelChart entries={entries} />
      {before && last?.change && (
        <p className={styles.soft}>
          {t(CHANGES[changeOf(before, last, last.change)], {
            level: before.level,
            date: shortDayFormat(t.locale).format(Date.parse(before.finished_at)),
          })}
        </p>
      )}
      <ul className={styles.list}>{rows.slice(0, NEWEST)}</ul>
      {rows.length > NEWEST && (
        <details className={styles.all}>
          <summary>{t('account.all', { count: rows.length })}</summary>
          <ul className={styles.list}>{rows.slice(NEWEST)}</ul>
        </details>
      )}
    </article>
  )
}
