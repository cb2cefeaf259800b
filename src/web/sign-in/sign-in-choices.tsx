import { Suspense, useState, useSyncExternalStore } from 'react'
import { latePart } from '../late-part.tsx'
import { useTexts } from '../texts.tsx'
import button from '../ui/button.module.css'
import { Button } from '../ui/button.tsx'
import { LegalText } from './legal-text.tsx'
import { ProviderMark } from './provider-mark.tsx'
import styles from './sign-in-choices.module.css'
import {
  isRefusedByGoogle,
  type SignInButton,
  type SignInOffer,
  signInAddress,
  signInButtons,
} from './sign-in-offer.ts'
import { useSignInReport } from './use-sign-in-report.ts'

const [SignInDialog] = latePart(() => import('./sign-in-dialog.tsx').then((module) => module.SignInDialog))

const never = () => () => undefined

/** The server cannot tell, and the page must begin as the server rendered it. */
function useIsInApp(): boolean {
  return useSyncExternalStore(
    never,
    () => isRefusedByGoogle(navigator.userAgent),
    () => false,
  )
}

/** The page to come back to, without what an earlier sign-in left in its address; the whole address for another site. */
function useThisPage(fallback: string, isForOtherSite: boolean): string {
  return useSyncExternalStore(
    never,
    () => {
      const query = new URLSearchParams(location.search)
      query.delete('sign_in')
      const page = query.size > 0 ? `${location.pathname}?${query}` : location.pathname
      return isForOtherSite ? `${location.origin}${page}` : page
    },
    () => fallback,
  )
}

type WayProps = { way: SignInButton; href: string | null; note: string | undefined; onCode: () => void }

/** One way to sign in: a link, or the button of our own dialog for codes. */
function Way({ way, href, note, onCode }: WayProps) {
  const t = useTexts()
  if (way === 'code')
    return href === null ? (
      <Button onClick={onCode}>{t('wall.code')}</Button>
    ) : (
      <a className={`${button.button} ${button.primary}`} href={href}>
        {t('wall.code')}
      </a>
    )
  return (
    <a className={styles.provider} href={href ?? undefined} aria-describedby={note}>
      <ProviderMark provider={way} />
      {t(`wall.${way}`)}
    </a>
  )
}

/** Every way to sign in that this visitor's country and browser have (Specification §2), with the legal text. */
export function SignInChoices({ offer, page }: { offer: SignInOffer; page: string }) {
  const t = useTexts()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const isInApp = useIsInApp()
  const { marketplaceUrl } = offer
  const next = useThisPage(page, marketplaceUrl !== null)
  const report = useSignInReport()
  const ways = signInButtons(offer, isInApp)
  const hasGoogleNote = isInApp && ways.includes('google')
  const note = hasGoogleNote ? 'google-note' : undefined
  const addressOf = (way: SignInButton) => signInAddress(way, next, marketplaceUrl)
  const codeAddress = addressOf('code')
  const openDialog = () => setIsDialogOpen(true)
  return (
    <div className={styles.choices}>
      <p role="status" className={styles.report}>
        {report && t(`wall.${report}`)}
      </p>
      {ways.map((way) => (
        <Way key={way} way={way} href={addressOf(way)} note={way === 'google' ? note : undefined} onCode={openDialog} />
      ))}
      {hasGoogleNote && (
        <p id={note} className={styles.note}>
          {t('wall.googleNote')}
        </p>
      )}
      {codeAddress === null ? (
        <button type="button" className={styles.codeLink} onClick={openDialog}>
          {t('wall.codeLink')}
        </button>
      ) : (
        <a className={styles.codeLink} href={codeAddress}>
          {t('wall.codeLink')}
        </a>
      )}
      <LegalText />
      {isDialogOpen && (
        <Suspense fallback={null}>
          <SignInDialog onClose={() => setIsDialogOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
