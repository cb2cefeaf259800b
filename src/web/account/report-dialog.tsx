import { useEffect, useRef } from 'react'
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
  assessmentId: string
  /** The public report of the assessment, or null while it has none. */
  reportId: string | null
  onChange: (reportId: string | null) => void
  onClose: () => void
}

/** The public report of one result: to make, share and take back. */
export function ReportDialog({ assessmentId, reportId, onChange, onClose }: ReportDialogProps) {
  const t = useTexts()
  const body = useRef<HTMLDivElement>(null)
  // The pressed button is gone once the report is made or taken back: the focus moves to what replaces it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the change of the report
  useEffect(() => {
    body.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [reportId])
  return (
    <Dialog title={t('publicReport.title')} onClose={onClose}>
      <div ref={body} className={dialog.body}>
        {reportId === null ? (
          <MakeReport assessmentId={assessmentId} onMade={onChange} />
        ) : (
          <>
            <p>{t('publicReport.shared')}</p>
            <ReportLink reportId={reportId} />
            <StopSharing reportId={reportId} onStopped={() => onChange(null)} />
          </>
        )}
      </div>
    </Dialog>
  )
}

function MakeReport({ assessmentId, onMade }: { assessmentId: string; onMade: (reportId: string) => void }) {
  const t = useTexts()
  const { isBusy, error, submit } = useSubmit()
  const make = () =>
    submit(async () => {
      const outcome = await shareReport(assessmentId)
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

/** The report's address to copy or open, and its picture to download. */
function ReportLink({ reportId }: { reportId: string }) {
  const t = useTexts()
  const address = new URL(urls.report(reportId), location.href).href
  const [copyState, copy] = useCopy()
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
        <a href={`${urls.reportPicture(reportId)}?hl=${t.locale}`} download="language-level.png">
          {t('publicReport.picture')}
        </a>
      </p>
    </>
  )
}
