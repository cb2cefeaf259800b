import { lazy, type ReactNode, Suspense, useState, useSyncExternalStore } from 'react'
import type { Provider } from '#contract/auth.ts'
import { urls } from '#contract/urls.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import { LegalText } from './legal-text.tsx'
import { ProviderMark } from './provider-mark.tsx'
import styles from './sign-in-choices.module.css'
import { isRefusedByGoogle, type SignInOffer, signInButtons } from './sign-in-offer.ts'
import { useSignInReport } from './use-sign-in-report.ts'

const SignInDialog = lazy(() => import('./sign-in-dialog.tsx').then((module) => ({ default: module.SignInDialog })))

const never = () => () => undefined

/** The server cannot tell, and the page must begin as the server rendered it. */
function useIsInApp(): boolean {
  return useSyncExternalStore(
    never,
    () => isRefusedByGoogle(navigator.userAgent),
    () => false,
  )
}

/** The page to come back to, without what an earlier sign-in left in its address. */
function useThisPage(fallback: string): string {
  return useSyncExternalStore(
    never,
    () => {
      const query = new URLSearchParams(location.search)
      query.delete('sign_in')
      return query.size > 0 ? `${location.pathname}?${query}` : location.pathname
    },
    () => fallback,
  )
}

function ProviderLink({ provider, next, note }: { provider: Provider; next: string; note: string | undefined }) {
  const t = useTexts()
  return (
    <a
      className={styles.provider}
      href={`${urls.signInWith(provider)}?next=${encodeURIComponent(next)}`}
      aria-describedby={note}
    >
      <ProviderMark provider={provider} />
      {t(`wall.${provider}`)}
    </a>
  )
}

/** Every way to sign in that this visitor's country and browser have (Specification §2), with the legal text. */
export function SignInChoices({ offer, page }: { offer: SignInOffer; page: string }) {
  const t = useTexts()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const isInApp = useIsInApp()
  const next = useThisPage(page)
  const report = useSignInReport()
  const buttons = signInButtons(offer, isInApp)
  const hasGoogleNote = isInApp && buttons.includes('google')
  const note = hasGoogleNote ? 'google-note' : undefined

  const button = (kind: (typeof buttons)[number]): ReactNode =>
    kind === 'code' ? (
      <Button key={kind} onClick={() => setIsDialogOpen(true)}>
        {t('wall.code')}
      </Button>
    ) : (
      <ProviderLink key={kind} provider={kind} next={next} note={kind === 'google' ? note : undefined} />
    )
  return (
    <div className={styles.choices}>
      <p role="status" className={styles.report}>
        {report && t(`wall.${report}`)}
      </p>
      {buttons.map(button)}
      {hasGoogleNote && (
        <p id={note} className={styles.note}>
          {t('wall.googleNote')}
        </p>
      )}
      <button type="button" className={styles.codeLink} onClick={() => setIsDialogOpen(true)}>
        {t('wall.codeLink')}
      </button>
      <LegalText />
      {isDialogOpen && (
        <Suspense fallback={null}>
          <SignInDialog onClose={() => setIsDialogOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
