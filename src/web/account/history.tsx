import { useState } from 'react'
import type { AccountData } from '#contract/account.ts'
import { urls } from '#contract/urls.ts'
import type { Language } from '#quiz/languages.ts'
import { getEarlierResults } from '../browser/account-client.ts'
import { formatDay } from '../format.ts'
import { lazyComponent } from '../lazy-component.tsx'
import { useTexts } from '../texts.tsx'
import { TextsPart } from '../texts-part.tsx'
import { Button } from '../ui/button.tsx'
import { SubmitError, useSubmit } from '../ui/use-submit.tsx'
import styles from './account-page.module.css'
import rows from './history.module.css'
import { LanguageHistory, ResultRow, type RowActions } from './language-history.tsx'

const [ReviewDialog] = lazyComponent(() => import('../review/review-dialog.tsx').then((module) => module.ReviewDialog))
const [ReportDialog] = lazyComponent(() => import('./report-dialog.tsx').then((module) => module.ReportDialog))

type Entries = AccountData['assessments']

/** The results per language, oldest first; the most recently tested language comes first. */
function byLanguage(assessments: Entries): [Language, Entries][] {
  const newestFirst = [...assessments].sort((one, other) => other.finished_at.localeCompare(one.finished_at))
  const languages = new Map<Language, Entries>()
  for (const entry of newestFirst) languages.set(entry.language, [entry, ...(languages.get(entry.language) ?? [])])
  return [...languages]
}

type Page = Pick<AccountData, 'assessments' | 'next_before'>

const reportsOf = (assessments: Entries) =>
  assessments.flatMap(({ assessment_id: id, report }): [string, string][] => (report ? [[id, report.report_id]] : []))

type TestedOnceProps = { languages: [Language, Entries][]; hasTitle: boolean; actions: RowActions }

/** The languages with one result so far. */
function TestedOnce({ languages, hasTitle, actions }: TestedOnceProps) {
  const t = useTexts()
  const Name = hasTitle ? 'h4' : 'h3'
  return (
    <article className="card">
      {hasTitle && <h3>{t('account.once')}</h3>}
      <ul className={rows.list}>
        {languages.flatMap(([language, entries]) =>
          entries.map((entry) => (
            <ResultRow key={language} entry={entry} {...actions}>
              <Name className={rows.title}>{t(`language.${language}`)}</Name>
              <p className={rows.soft}>
                {t('account.latest', { level: entry.level, date: formatDay(t.locale, entry.finished_at) })}
              </p>
            </ResultRow>
          )),
        )}
      </ul>
    </article>
  )
}

/** The account's results, newest first, with a button that loads earlier ones. */
export function History({ newest, mayShare }: { newest: Page; mayShare: boolean }) {
  const t = useTexts()
  const [{ assessments, next_before: before }, setRead] = useState<Page>(newest)
  const earlier = useSubmit()
  const [reportIds, setReportIds] = useState(() => new Map(reportsOf(newest.assessments)))
  const [sharing, setSharing] = useState<Entries[number] | null>(null)
  const [reviewed, setReviewed] = useState<Entries[number] | null>(null)
  const readEarlier = (from: string) =>
    earlier.submit(async () => {
      const outcome = await getEarlierResults(from)
      if (!outcome.ok) return 'account.failed'
      const { data } = outcome
      setReportIds((ids) => new Map([...reportsOf(data.assessments), ...ids]))
      setRead({ assessments: [...assessments, ...data.assessments], next_before: data.next_before })
      return null
    })
  const updateReport = (id: string, reportId: string | null) => {
    setReportIds((ids) => {
      const next = new Map(ids)
      if (reportId === null) next.delete(id)
      else next.set(id, reportId)
      return next
    })
    // Without permission to share, a report can't be shared again once it's withdrawn.
    if (reportId === null && !mayShare) setSharing(null)
  }
  const actions: RowActions = { reportIds, mayShare, onShare: setSharing, onReview: setReviewed }
  const languages = byLanguage(assessments)
  const several = languages.filter(([, entries]) => entries.length > 1)
  const once = languages.filter(([, entries]) => entries.length === 1)
  return (
    <section className={styles.results} aria-labelledby="results">
      <h2 id="results">{t('account.assessments')}</h2>
      {assessments.length === 0 && (
        <p className="card">
          <span>{t('account.noAssessments')}</span> <a href={urls.quiz}>{t('account.start')}</a>
        </p>
      )}
      {several.map(([language, entries]) => (
        <LanguageHistory key={language} language={language} entries={entries} {...actions} />
      ))}
      {once.length > 0 && <TestedOnce languages={once} hasTitle={several.length > 0} actions={actions} />}
      {before !== null && (
        <Button look="plain" isBusy={earlier.isBusy} onClick={() => readEarlier(before)}>
          {t('account.earlier')}
        </Button>
      )}
      <SubmitError error={earlier.error} />
      {reviewed !== null && (
        <TextsPart part="review">
          <ReviewDialog entry={reviewed} onClose={() => setReviewed(null)} />
        </TextsPart>
      )}
      {sharing !== null && (
        <TextsPart part="share">
          <ReportDialog
            entry={sharing}
            reportId={reportIds.get(sharing.assessment_id) ?? null}
            onChange={(reportId) => updateReport(sharing.assessment_id, reportId)}
            onClose={() => setSharing(null)}
          />
        </TextsPart>
      )}
    </section>
  )
}
