import { useEffect, useRef } from 'react'
import type { AccountData } from '#contract/account.ts'
import { SHARE_TARGETS } from '#contract/share-targets.ts'
import { urls } from '#contract/urls.ts'
import { shareReport } from '../browser/account-client.ts'
import { CopyByHand, StopSharing, useCopy } from '../share/public-report.tsx'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import dialog from '../ui/dialog.module.css'
import { Dialog } from '../ui/dialog.tsx'
import field from '../ui/field.module.css'
import { SubmitError, useSubmit } from '../ui/use-submit.tsx'
import styles from './report-dialog.module.css'

export type ReportDialogProps = {
  entry: AccountData['assessments'][number]
  /** The public report of the attempt, or null while it has none. */
  reportId: string | null
  onChange: (reportId: string | null) => void
  onClose: () => void
}

/** The public report of one result: create, share, and withdraw it. */
export function ReportDialog({ entry, reportId, onChange, onClose }: ReportDialogProps) {
  const t = useTexts()
  const body = useRef<HTMLDivElement>(null)
  // The pressed button disappears when sharing starts or stops, so move the focus to its replacement.
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run when the report changes
  useEffect(() => {
    body.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [reportId])
  return (
    <Dialog title={t('publicReport.title')} onClose={onClose}>
      <div ref={body} className={dialog.body}>
        {reportId === null ? (
          <MakeReport attemptId={entry.assessment_id} onMade={onChange} />
        ) : (
          <>
            <p>{t('publicReport.shared')}</p>
            <ReportLink reportId={reportId} entry={entry} />
            <StopSharing reportId={reportId} onStopped={() => onChange(null)} />
          </>
        )}
      </div>
    </Dialog>
  )
}

function MakeReport({ attemptId, onMade }: { attemptId: string; onMade: (reportId: string) => void }) {
  const t = useTexts()
  const { isBusy, error, submit } = useSubmit()
  const make = () =>
    submit(async () => {
      const outcome = await shareReport(attemptId)
      if (!outcome.ok) return 'account.failed'
      onMade(outcome.data.report_id)
      return null
    })
  return (
    <>
      <p>{t('publicReport.lead')}</p>
      <Button isBusy={isBusy} onClick={make}>
        {t('publicReport.share')}
      </Button>
      <SubmitError error={error} />
    </>
  )
}

/** The report's address to copy or open, its pictures to download, and the LinkedIn link. */
function ReportLink({ reportId, entry }: { reportId: string; entry: ReportDialogProps['entry'] }) {
  const t = useTexts()
  const address = new URL(urls.report(reportId), location.href).href
  const [copyState, copy] = useCopy()
  const { language, level, finished_at: finishedAt } = entry
  const linkedIn = SHARE_TARGETS.linkedin.addressOf({
    url: address,
    text: '',
    title: t('publicReport.linkedInName', { language, level }),
    siteName: t('site.name'),
    finishedAt: new Date(finishedAt),
  })
  return (
    <>
      {copyState === 'failed' ? (
        <CopyByHand url={address} />
      ) : (
        <input
          className={`${field.input} ${styles.address}`}
          aria-label={t('publicReport.address')}
          value={address}
          readOnly
          onFocus={(event) => event.target.select()}
        />
      )}
      <Button onClick={() => copy(address)}>{t('publicReport.copy')}</Button>
      <p role="status" className={styles.status}>
        {copyState === 'copied' && t('publicReport.copied')}
      </p>
      <p className={styles.links}>
        <a href={urls.report(reportId)} target="_blank" rel="noopener">
          {t('publicReport.open')}
        </a>
        <a href={`${urls.reportPicture(reportId)}?hl=${document.documentElement.lang}`} download="language-level.png">
          {t('publicReport.picture')}
        </a>
        <a
          href={`${urls.reportPicture(reportId)}?hl=${document.documentElement.lang}&format=story`}
          download="language-level-story.png"
        >
          {t('publicReport.story')}
        </a>
        <a href={linkedIn} target="_blank" rel="noopener noreferrer">
          {t('publicReport.linkedIn')}
        </a>
      </p>
    </>
  )
}
