import { lazy, Suspense, useState } from 'react'
import type { AccountData } from '#contract/account.ts'
import { urls } from '#contract/urls.ts'
import type { Language } from '#quiz/languages.ts'
import { formatPercent } from '../percent.ts'
import { useTexts } from '../texts.tsx'
import styles from './account-page.module.css'
import { formatDay } from './dates.ts'
import { LevelChart } from './level-chart.tsx'

const ReportDialog = lazy(() => import('./report-dialog.tsx').then((module) => ({ default: module.ReportDialog })))

type Entries = AccountData['assessments']

/** The results of each language from old to new; the language tested last stands first. */
function byLanguage(assessments: Entries): [Language, Entries][] {
  const newestFirst = [...assessments].sort((one, other) => other.finished_at.localeCompare(one.finished_at))
  const languages = new Map<Language, Entries>()
  for (const entry of newestFirst) languages.set(entry.language, [entry, ...(languages.get(entry.language) ?? [])])
  return [...languages]
}

export function History({ assessments }: { assessments: Entries }) {
  const t = useTexts()
  const [shared, setShared] = useState(
    () => new Map(assessments.flatMap(({ assessment_id: id, report }) => (report ? [[id, report.report_id]] : []))),
  )
  const [sharing, setSharing] = useState<string | null>(null)
  const note = (id: string, reportId: string | null) =>
    setShared((known) => {
      const next = new Map(known)
      if (reportId === null) next.delete(id)
      else next.set(id, reportId)
      return next
    })
  return (
    <section className={styles.card}>
      <h2>{t('account.assessments')}</h2>
      {assessments.length === 0 && (
        <p>
          {t('account.noAssessments')} <a href={urls.quiz}>{t('account.start')}</a>
        </p>
      )}
      {byLanguage(assessments).map(([language, entries]) => (
        <LanguageHistory key={language} language={language} entries={entries} shared={shared} onShare={setSharing} />
      ))}
      {sharing !== null && (
        <Suspense fallback={null}>
          <ReportDialog
            assessmentId={sharing}
            reportId={shared.get(sharing) ?? null}
            onChange={(reportId) => note(sharing, reportId)}
            onClose={() => setSharing(null)}
          />
        </Suspense>
      )}
    </section>
  )
}

type LanguageHistoryProps = {
  language: Language
  entries: Entries
  /** The public report of each assessment that has one. */
  shared: ReadonlyMap<string, string>
  onShare: (assessmentId: string) => void
}

/** One language: its last level, a small chart, and the same as a table for everybody who would rather read. */
function LanguageHistory({ language, entries, shared, onShare }: LanguageHistoryProps) {
  const t = useTexts()
  const last = entries.at(-1)
  return (
    <div className={styles.language}>
      <img src={`/static/flags/${language}.svg`} alt="" width="32" height="32" />
      <h3>{t(`language.${language}`)}</h3>
      <p className={styles.soft}>
        {last && t('account.latest', { level: last.level, date: formatDay(t.locale, last.finished_at) })}
      </p>
      <LevelChart levels={entries.map(({ level }) => level)} />
      <details className={styles.all}>
        <summary>{t('account.all', { count: entries.length })}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('account.date')}</th>
              <th scope="col">{t('account.level')}</th>
              <th scope="col">{t('account.than')}</th>
              <th scope="col">{t('account.report')}</th>
            </tr>
          </thead>
          <tbody>
            {entries.toReversed().map((entry) => (
              <tr key={entry.assessment_id}>
                <td>
                  <time dateTime={entry.finished_at}>{formatDay(t.locale, entry.finished_at)}</time>
                </td>
                <td>{entry.level}</td>
                <td>{formatPercent(entry.than, t.locale)}</td>
                <td>
                  <button type="button" className={styles.link} onClick={() => onShare(entry.assessment_id)}>
                    {t(shared.has(entry.assessment_id) ? 'account.shared' : 'account.share')}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  )
}
