import { useEffect, useRef, useState } from 'react'
import type { LinkPlace } from '#contract/deep-links.ts'
import type { Social } from '#contract/page-data.ts'
import type { Login } from '#contract/profile.ts'
import type { SharedReport } from '#contract/sharing.ts'
import { urls } from '#contract/urls.ts'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { shareReport } from '../browser/account-client.ts'
import { track } from '../browser/analytics.ts'
import { flowIdFor } from '../browser/storage.ts'
import { SignInChoices } from '../sign-in/sign-in-choices.tsx'
import type { SignInOffer } from '../sign-in/sign-in-offer.ts'
import { useTexts } from '../texts.tsx'
import { TextsPart } from '../texts-part.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SubmitError, useSubmit } from '../ui/use-submit.tsx'
import { setPendingShare } from './pending-share.ts'
import { StopSharing } from './public-report.tsx'
import styles from './share.module.css'
import { ShareTargets } from './share-targets.tsx'

export type ShareProps = {
  attemptId: string
  language: Language
  level: Level
  percentile: number
  login: Login
  offer: SignInOffer
  links: LinkPlace
  social: Social
  avatarBaseUrl: string
  onClose: () => void
}

/**
 * What 'Share my report' opens: the share sheet, or the sign-up dialog for a visitor who is not signed in
 * (Specification §5).
 */
export function Share(props: ShareProps) {
  return props.login.user_id === undefined ? <ShareSignUp {...props} /> : <ShareSheet {...props} />
}

/**
 * The sign-up wall for sharing (Specification §8). The share stays pending until the visitor signs in or closes this.
 */
function ShareSignUp({ attemptId, language, offer, onClose }: ShareProps) {
  const t = useTexts()
  useEffect(() => {
    setPendingShare(attemptId)
    track('view_signup', { flow_id: flowIdFor(language), language })
  }, [attemptId, language])
  const close = () => {
    setPendingShare(null)
    onClose()
  }
  return (
    <Dialog title={t('share.signUpTitle')} onClose={close}>
      <p className={styles.lead}>{t('share.signUpLead')}</p>
      <SignInChoices offer={offer} page={urls.quiz} />
    </Dialog>
  )
}

/**
 * The share sheet (Specification §2). It shows what others will see; the report becomes public when a target is chosen,
 * not before.
 */
function ShareSheet({ attemptId, offer, links, social, onClose, ...result }: ShareProps) {
  const { language, level } = result
  const t = useTexts()
  const [report, setReport] = useState<SharedReport | null>(null)
  const { isBusy, error, submit } = useSubmit()
  useEffect(() => setPendingShare(null), [])
  const publication = useRef<Promise<SharedReport | null>>(null)
  const publishNow = async (): Promise<SharedReport | null> => {
    let published: SharedReport | null = null
    await submit(async () => {
      const outcome = await shareReport(attemptId)
      if (!outcome.ok) return 'share.failed'
      published = outcome.data
      setReport(outcome.data)
      return null
    })
    return published
  }
  /**
   * Several targets may be pressed before the report is public. All wait for one publication: `submit` would drop the
   * second press.
   */
  const publish = () => {
    publication.current ??= publishNow().then((published) => {
      // Kept after success: a press before the next render would be dropped as well.
      if (!published) publication.current = null
      return published
    })
    return publication.current
  }
  const hasAccountPage = offer.linkedSignInUrl === null
  return (
    <Dialog title={t('share.title')} onClose={onClose}>
      {!report && <p className={styles.lead}>{t('share.previewLead')}</p>}
      {report && (hasAccountPage ? <AccountLead /> : <p className={styles.lead}>{t('publicReport.lead')}</p>)}
      <TextsPart part="report">
        <Preview {...result} />
      </TextsPart>
      <ShareTargets report={report} publish={publish} language={language} level={level} links={links} social={social} />
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

type PreviewProps = Pick<ShareProps, 'language' | 'level' | 'percentile' | 'login' | 'avatarBaseUrl'>

/** What the public report will show to others. */
function Preview({ language, level, percentile, login, avatarBaseUrl }: PreviewProps) {
  const t = useTexts()
  const { nickname = '', avatar_file_name: fileName = '' } = login
  return (
    <section className={styles.preview} aria-label={t('share.preview')} data-level={level}>
      <Avatar nickname={nickname} fileName={fileName} baseUrl={avatarBaseUrl} />
      <p>
        <bdi translate="no">{nickname}</bdi>
        <br />
        <strong>{t('report.titleNameless', { language, level })}</strong>
        <br />
        <span>{t('report.than', { percent: percentile })}</span>
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
      <span>{before}</span>
      <a href={urls.account}>{t('share.account')}</a>
      <span>{after}</span>
    </p>
  )
}
