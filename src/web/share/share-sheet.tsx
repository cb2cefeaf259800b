import { useEffect } from 'react'
import { urls } from '#contract/urls.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { ShareProps } from './share.tsx'
import styles from './share-sheet.module.css'
import { ShareWays } from './share-ways.tsx'
import { keepShareWish } from './share-wish.ts'
import { StopSharing } from './stop-sharing.tsx'
import { useSharedReport } from './use-shared-report.ts'

/** The share sheet (Specification §2): makes the report public, then offers the ways to hand its link on. */
export function ShareSheet({ assessmentId, language, level, page, onClose }: ShareProps) {
  const t = useTexts()
  const { report, hasFailed, again } = useSharedReport(assessmentId)
  useEffect(() => keepShareWish(null), [])
  const hasAccountPage = page.signIn.marketplaceUrl === null
  return (
    <Dialog title={t('share.title')} onClose={onClose}>
      <p role="status" className={styles.lead}>
        {!report && !hasFailed && t('share.preparing')}
      </p>
      <div role="alert" className={styles.failed}>
        {hasFailed && (
          <>
            <p>{t('share.failed')}</p>
            <Button look="plain" onClick={again}>
              {t('share.again')}
            </Button>
          </>
        )}
      </div>
      {report && (
        <>
          {hasAccountPage ? <AccountLead /> : <p className={styles.lead}>{t('publicReport.lead')}</p>}
          <ShareWays report={report} language={language} level={level} page={page} />
          {!hasAccountPage && <StopSharing reportId={report.report_id} onStopped={onClose} />}
        </>
      )}
    </Dialog>
  )
}

/** What the page of the report shows, and where it can be taken back. */
function AccountLead() {
  const t = useTexts()
  const [before, after] = t('share.lead', { account: '\n' }).split('\n')
  return (
    <p className={styles.lead}>
      {before}
      <a href={urls.account}>{t('share.account')}</a>
      {after}
    </p>
  )
}
