import { urls } from '#contract/urls.ts'
import { useTexts } from '../texts.tsx'
import { signInAddress } from './sign-in-offer.ts'

/**
 * For a learner who is signed out mid-test, while the answers wait in this tab. A linked marketplace leads back here.
 * Our own account page opens in another tab, so the test stays open.
 */
export function SignedOutNotice({ linkedSignInUrl }: { linkedSignInUrl: string | null }) {
  const t = useTexts()
  const here = `${location.origin}${location.pathname}${location.search}`
  return (
    <>
      <span>{`${t('test.signedOut')} `}</span>
      {linkedSignInUrl ? (
        <a href={signInAddress('code', here, linkedSignInUrl) ?? undefined}>{t('test.signIn')}</a>
      ) : (
        <a href={urls.account} target="_blank" rel="noopener">
          {t('test.signIn')}
        </a>
      )}
    </>
  )
}
