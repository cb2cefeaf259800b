import { useEffect, useState } from 'react'
import type { QuizPageState } from '#contract/page-data.ts'
import type { SharedReport } from '#contract/sharing.ts'
import { urls } from '#contract/urls.ts'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { shareReport } from '../browser/account-client.ts'
import { track } from '../browser/analytics.ts'
import { flowIdFor } from '../browser/storage.ts'
import { SignInChoices } from '../sign-in/sign-in-choices.tsx'
import { offerOn } from '../sign-in/sign-in-offer.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useSubmit } from '../ui/use-submit.tsx'
import { setPendingShare } from './pending-share.ts'
import { StopSharing } from './public-report.tsx'
import styles from './share.module.css'
import { ShareTargets } from './share-targets.tsx'

export type ShareProps = {
  assessmentId: string
  language: Language
  level: Level
  page: QuizPageState
  onClose: () => void
}

/** What 'Share my report' opens: the share sheet, or the sign-up dialog for a visitor who is not signed in (Specification §5). */
export function Share(props: ShareProps) {
  return props.page.login.user_id === undefined ? <ShareSignUp {...props} /> : <ShareSheet {...props} />
}

/** The sign-up wall for sharing (Specification §8). The share stays pending until the visitor signs in or closes this. */
function ShareSignUp({ assessmentId, language, page, onClose }: ShareProps) {
  const t = useTexts()
  useEffect(() => {
    setPendingShare(assessmentId)
    track('view_signup', { flow_id: flowIdFor(language), language })
  }, [assessmentId, language])
  const close = () => {
    setPendingShare(null)
    onClose()
  }
  return (
    <Dialog title={t('share.signUpTitle')} onClose={close}>
      <p className={styles.lead}>{t('share.signUpLead')}</p>
      <SignInChoices offer={offerOn(page)} page={urls.quiz} />
    </Dialog>
  )
}

/**
 * The share sheet (Specification §2). The report is made public when the sheet opens, so that every link is ready when it is pressed: browsers
 * block windows that open after a reply.
 */
function ShareSheet({ assessmentId, language, level, page, onClose }: ShareProps) {
  const t = useTexts()
  const [report, setReport] = useState<SharedReport | null>(null)
  const { error, submit } = useSubmit()
  const makePublic = () =>
    submit(async () => {
      const outcome = await shareReport(assessmentId)
      if (!outcome.ok) return 'share.failed'
      setReport(outcome.data)
      return null
    })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the sheet opens
  useEffect(() => {
    setPendingShare(null)
    void makePublic()
  }, [])
  const hasAccountPage = page.signIn.marketplaceUrl === null
  return (
    <Dialog title={t('share.title')} onClose={onClose}>
      <p role="status" className={styles.lead}>
        {!report && !error && t('share.preparing')}
      </p>
      <div role="alert" className={styles.failed}>
        {error && (
          <>
            <p>{t(error)}</p>
            <Button look="plain" onClick={makePublic}>
              {t('share.again')}
            </Button>
          </>
        )}
      </div>
      {report && (
        <>
          {hasAccountPage ? <AccountLead /> : <p className={styles.lead}>{t('publicReport.lead')}</p>}
          <ShareTargets report={report} language={language} level={level} page={page} />
          {!hasAccountPage && (
            <div className={styles.stop}>
              <StopSharing reportId={report.report_id} onStopped={onClose} />
            </div>
          )}
        </>
      )}
    </Dialog>
  )
}

/** Says what the public report shows, and links to the account page, where sharing can be stopped. */
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
