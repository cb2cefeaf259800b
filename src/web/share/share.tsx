import { useEffect, useRef, useState } from 'react'
import type { QuizPageState } from '#contract/page-data.ts'
import type { SharedReport } from '#contract/sharing.ts'
import { urls } from '#contract/urls.ts'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { shareReport } from '../browser/account-client.ts'
import { track } from '../browser/analytics.ts'
import { flowIdFor } from '../browser/storage.ts'
import { Avatar } from '../result/avatar.tsx'
import { SignInChoices } from '../sign-in/sign-in-choices.tsx'
import { offerOn } from '../sign-in/sign-in-offer.ts'
import { useTexts } from '../texts.tsx'
import { TextsPart } from '../texts-part.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SubmitError, useSubmit } from '../ui/use-submit.tsx'
import { setPendingShare } from './pending-share.ts'
import { StopSharing } from './public-report.tsx'
import styles from './share.module.css'
import { ShareTargets } from './share-targets.tsx'

export type ShareProps = {
  assessmentId: string
  language: Language
  level: Level
  percentile: number
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
 * The share sheet (Specification §2). It shows what others will see; the report becomes public when a target is chosen, not before.
 */
function ShareSheet({ assessmentId, language, level, percentile, page, onClose }: ShareProps) {
  const t = useTexts()
  const [report, setReport] = useState<SharedReport | null>(null)
  const { isBusy, error, submit } = useSubmit()
  useEffect(() => setPendingShare(null), [])
  const publication = useRef<Promise<SharedReport | null>>(null)
  const publishNow = async (): Promise<SharedReport | null> => {
    let made: SharedReport | null = null
    await submit(async () => {
      const outcome = await shareReport(assessmentId)
      if (!outcome.ok) return outcome.code === 'taken_down' ? 'publicReport.takenDown' : 'share.failed'
      made = outcome.data
      setReport(outcome.data)
      return null
    })
    return made
  }
  /** Every target pressed before the report is public waits for the one publication: `submit` would drop the second press. */
  const publish = () => {
    publication.current ??= publishNow().then((made) => {
      // Kept once public: a press before the next render would be dropped as well.
      if (!made) publication.current = null
      return made
    })
    return publication.current
  }
  const hasAccountPage = page.signIn.marketplaceUrl === null
  return (
    <Dialog title={t('share.title')} onClose={onClose}>
      {!report && <p className={styles.lead}>{t('share.previewLead')}</p>}
      {report && (hasAccountPage ? <AccountLead /> : <p className={styles.lead}>{t('publicReport.lead')}</p>)}
      <TextsPart part="report">
        <Preview language={language} level={level} percentile={percentile} page={page} />
      </TextsPart>
      <ShareTargets report={report} publish={publish} language={language} level={level} page={page} />
      <p role="status" className={styles.lead}>
        {isBusy && t('share.preparing')}
      </p>
      <SubmitError error={error} />
      {report && !hasAccountPage && (
        <div className={styles.stop}>
          <StopSharing reportId={report.report_id} onStopped={onClose} />
        </div>
      )}
    </Dialog>
  )
}

/** What the public report will show to others. */
function Preview({ language, level, percentile, page }: Omit<ShareProps, 'assessmentId' | 'onClose'>) {
  const t = useTexts()
  const { nickname = '', avatar_file_name: fileName = '' } = page.login
  return (
    <section className={styles.preview} aria-label={t('share.preview')} data-level={level}>
      <Avatar nickname={nickname} fileName={fileName} baseUrl={page.avatarBaseUrl} />
      <p>
        <bdi>{nickname}</bdi>
        <br />
        <strong>{t('report.titleNameless', { language, level })}</strong>
        <br />
        {t('report.than', { percent: percentile })}
      </p>
    </section>
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
