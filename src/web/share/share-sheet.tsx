import { useEffect, useRef, useState } from 'react'
import type { LinkPlace } from '#contract/deep-links.ts'
import type { Social } from '#contract/page-data.ts'
import type { Login } from '#contract/profile.ts'
import type { SharedReport } from '#contract/reports.ts'
import { urls } from '#contract/urls.ts'
import type { Level } from '#quiz/constants.ts'
import type { Language } from '#quiz/languages.ts'
import { shareReport, stopSharing } from '../browser/account-client.ts'
import { track } from '../browser/analytics.ts'
import { flowIdFor } from '../browser/storage.ts'
import { REPORT_PICTURE_SIZE } from '../report/picture-words.ts'
import { SignInChoices } from '../sign-in/sign-in-choices.tsx'
import type { SignInOffer } from '../sign-in/sign-in-offer.ts'
import { useTexts } from '../texts.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SubmitError, useSubmit } from '../ui/use-submit.tsx'
import { setPendingShare } from './pending-share.ts'
import { StopSharing } from './public-report.tsx'
import { NameForm, useReportName } from './report-name.tsx'
import styles from './share.module.css'
import { ShareTiles } from './share-tiles.tsx'

export type ShareProps = {
  attemptId: string
  language: Language
  level: Level
  login: Login
  /** Called with the account's new name after renaming it here. */
  onRenamed: (nickname: string) => void
  offer: SignInOffer
  links: LinkPlace
  social: Social
  onClose: () => void
}

/**
 * The share flow of 'Share my report': the share sheet, or the sign-up dialog for a signed-out visitor (Specification
 * §5).
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
 * The share sheet (Specification §2): the picture that others will see, and the targets. The report becomes public only
 * when a target is chosen.
 */
function ShareSheet({ attemptId, language, level, login, onRenamed, offer, links, social, onClose }: ShareProps) {
  const t = useTexts()
  const [report, setReport] = useState<SharedReport | null>(null)
  const { isBusy, error, submit } = useSubmit()
  useEffect(() => setPendingShare(null), [])
  const naming = useReportName(login.nickname ?? '', onRenamed)
  const publication = useRef<Promise<SharedReport | null>>(null)
  const publishNow = async (): Promise<SharedReport | null> => {
    if (!(await naming.save())) return null
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
   * Several targets may be pressed before the report is public. All wait for one publication, because `submit` would
   * drop the second press.
   */
  const publish = () => {
    publication.current ??= publishNow().then((published) => {
      // Kept on success: a press before the next render would also be dropped.
      if (!published) publication.current = null
      return published
    })
    return publication.current
  }
  /** Withdraws a publication that was never used. */
  const withdraw = async ({ report_id: id }: SharedReport) => {
    const outcome = await stopSharing(id)
    if (!outcome.ok) return
    publication.current = null
    setReport(null)
  }
  const picture = `${urls.attemptPicture(attemptId)}?hl=${document.documentElement.lang}&name=${encodeURIComponent(naming.saved)}`
  return (
    <Dialog title={t('share.title')} onClose={onClose}>
      <img
        className={styles.preview}
        src={picture}
        alt={`${t('share.preview')} (${level})`}
        data-level={level}
        {...REPORT_PICTURE_SIZE}
      />
      {offer.hasOwnAccounts && <NameForm naming={naming} />}
      <ShareTiles
        report={report}
        publish={publish}
        withdraw={withdraw}
        picture={picture}
        saveName={naming.save}
        language={language}
        level={level}
        links={links}
        social={social}
      />
      <p className={styles.lead}>
        <span>{t('share.privacy')}</span> {offer.hasOwnAccounts && <AccountNote />}
      </p>
      <p role="status" className="visually-hidden">
        {isBusy && t('share.preparing')}
      </p>
      <SubmitError error={error} />
      {report && !offer.hasOwnAccounts && (
        <div className={styles.stop}>
          <StopSharing reportId={report.report_id} onStopped={onClose} />
        </div>
      )}
    </Dialog>
  )
}

/** Explains where to stop sharing. */
function AccountNote() {
  const t = useTexts()
  const [before, after] = t('share.stop', { account: '\n' }).split('\n')
  return (
    <>
      <span>{before}</span>
      <a href={urls.account}>{t('share.account')}</a>
      <span>{after}</span>
    </>
  )
}
