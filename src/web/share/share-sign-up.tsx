import { useEffect } from 'react'
import { urls } from '#contract/urls.ts'
import { track } from '../browser/analytics.ts'
import { flowIdFor } from '../browser/flow-id.ts'
import { SignInChoices } from '../sign-in/sign-in-choices.tsx'
import { useTexts } from '../texts.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { ShareProps } from './share.tsx'
import styles from './share-sheet.module.css'
import { keepShareWish } from './share-wish.ts'

/** The sign-up wall that pressing Share meets (Specification §8). The wish is kept until somebody is signed in or closes this. */
export function ShareSignUp({ assessmentId, language, page, onClose }: Omit<ShareProps, 'level'>) {
  const t = useTexts()
  useEffect(() => {
    keepShareWish(assessmentId)
    track('view_signup', { flow_id: flowIdFor(language), language })
  }, [assessmentId, language])
  const close = () => {
    keepShareWish(null)
    onClose()
  }
  return (
    <Dialog title={t('share.signUpTitle')} onClose={close}>
      <p className={styles.lead}>{t('share.signUpLead')}</p>
      <SignInChoices offer={{ country: page.login.country_id, ...page.signIn }} page={urls.quiz} />
    </Dialog>
  )
}
