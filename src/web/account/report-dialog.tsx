import { useEffect, useRef, useState } from 'react'
import { urls } from '#contract/urls.ts'
import { shareReport, stopSharing } from '../browser/account-client.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import field from '../ui/field.module.css'
import styles from './report-dialog.module.css'

export type ReportDialogProps = {
  assessmentId: string
  /** The public report of the assessment, or null while it has none. */
  reportId: string | null
  onChange: (reportId: string | null) => void
  onClose: () => void
}

/** One result's public report: make it, hand it on, take it back. */
export function ReportDialog({ assessmentId, reportId, onChange, onClose }: ReportDialogProps) {
  const t = useTexts()
  const [isBusy, setIsBusy] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)

  const body = useRef<HTMLDivElement>(null)
  // What was pressed is gone once the report is made or taken back: the focus goes to what stands there instead.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the change of the report
  useEffect(() => {
    body.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [reportId])

  const change = async (ask: () => Promise<string | null | undefined>) => {
    setIsBusy(true)
    setHasFailed(false)
    const next = await ask()
    setIsBusy(false)
    if (next === undefined) setHasFailed(true)
    else onChange(next)
  }
  const share = () =>
    change(async () => {
      const outcome = await shareReport(assessmentId)
      return outcome.ok ? outcome.data.report_id : undefined
    })
  const stop = (id: string) =>
    change(async () => {
      const outcome = await stopSharing(id)
      // Stopped in another tab is stopped.
      return outcome.ok || outcome.code === 'not_found' ? null : undefined
    })

  return (
    <Dialog title={t('publicReport.title')} onClose={onClose}>
      <div ref={body} className={styles.body}>
        {reportId === null ? (
          <>
            <p>{t('publicReport.lead')}</p>
            <Button isBusy={isBusy} onClick={share}>
              {t('publicReport.share')}
            </Button>
          </>
        ) : (
          <>
            <p>{t('publicReport.shared')}</p>
            <HandOn reportId={reportId} />
            <Button look="plain" isBusy={isBusy} onClick={() => stop(reportId)}>
              {t('publicReport.stop')}
            </Button>
          </>
        )}
        <p role="alert" className={styles.failed}>
          {hasFailed && t('account.failed')}
        </p>
      </div>
    </Dialog>
  )
}

/** The address, to be copied or opened, and the picture as a file. */
function HandOn({ reportId }: { reportId: string }) {
  const t = useTexts()
  const [isCopied, setIsCopied] = useState(false)
  const address = new URL(urls.report(reportId), location.href).href
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => setIsCopied(true),
      // Not allowed here: the address stands in the field, ready to be copied by hand.
      () => setIsCopied(false),
    )
  return (
    <>
      <input
        className={`${field.input} ${styles.address}`}
        aria-label={t('publicReport.address')}
        value={address}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <Button onClick={copy}>{t('publicReport.copy')}</Button>
      <p role="status" className={styles.status}>
        {isCopied && t('publicReport.copied')}
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
