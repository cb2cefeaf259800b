import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import type { SignIn } from '#contract/page-data.ts'
import type { Provider } from '#contract/sign-in.ts'
import { urls } from '#contract/urls.ts'
import { lazyComponent } from '../lazy-component.tsx'
import { type TextKey, useTexts } from '../texts.tsx'
import buttonStyles from '../ui/button.module.css'
import { Button } from '../ui/button.tsx'
import { ProviderLogo } from './provider-logo.tsx'
import styles from './sign-in-choices.module.css'
import {
  type CodeWays,
  codeWays,
  isRefusedByGoogle,
  type SignInOffer,
  signInAddress,
  signInButtons,
} from './sign-in-offer.ts'

const [SignInDialog] = lazyComponent(() => import('./sign-in-dialog.tsx').then((module) => module.SignInDialog))

/** Nothing to subscribe to, since neither value below ever changes. */
const neverChanges = () => () => undefined

/** Whether Google refuses this browser; false on the server and for hydration, which must match the server's markup. */
function useIsInApp(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => isRefusedByGoogle(navigator.userAgent),
    () => false,
  )
}

/** The return address, without the outcome of an earlier sign-in; absolute when another site handles the sign-in. */
function useReturnAddress(fallback: string, isForOtherSite: boolean): string {
  return useSyncExternalStore(
    neverChanges,
    () => {
      const query = new URLSearchParams(location.search)
      query.delete('sign_in')
      const page = `${query}` ? `${location.pathname}?${query}` : location.pathname
      return isForOtherSite ? `${location.origin}${page}` : page
    },
    () => fallback,
  )
}

/** Texts of the button and the link. */
const CODE_TEXTS: Record<CodeWays, [TextKey, TextKey]> = {
  both: ['wall.code', 'wall.codeLink'],
  email: ['wall.codeEmail', 'wall.codeEmail'],
  phone: ['wall.codePhone', 'wall.codePhone'],
}

type CodeChoiceProps = { text: TextKey; className: string | undefined; href: string | null; onOpen: () => void }

/** A link to another site's sign-in by code, or the button that opens our own dialog. */
function CodeChoice({ text, className, href, onOpen }: CodeChoiceProps) {
  const t = useTexts()
  return href === null ? (
    <button type="button" className={className} onClick={onOpen}>
      {t(text)}
    </button>
  ) : (
    <a className={className} href={href}>
      {t(text)}
    </a>
  )
}

type ProviderLinkProps = { provider: Provider; href: string | null; note: string | undefined; isFirst: boolean }

function ProviderLink({ provider, href, note, isFirst }: ProviderLinkProps) {
  const t = useTexts()
  return (
    <a className={`${styles.way} ${isFirst ? styles.first : ''}`} href={href ?? undefined} aria-describedby={note}>
      <ProviderLogo provider={provider} />
      <span>{t(`wall.${provider}`)}</span>
    </a>
  )
}

/** Every sign-in method that this visitor's country and browser allow (Specification §2), with the legal text. */
export function SignInChoices({ offer, page }: { offer: SignInOffer; page: string }) {
  const t = useTexts()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const isInApp = useIsInApp()
  const { linkedSignInUrl } = offer
  const next = useReturnAddress(page, linkedSignInUrl !== null)
  const failure = useSignInFailure()
  const buttons = signInButtons(offer)
  const ways = codeWays(offer)
  const [codeText, linkText] = CODE_TEXTS[ways ?? 'both']
  const hasGoogleNote = isInApp && buttons.includes('google')
  const note = hasGoogleNote ? 'google-note' : undefined
  const hasCodeButton = buttons.includes('code')
  const codeChoice = { href: signInAddress('code', next, linkedSignInUrl), onOpen: () => setIsDialogOpen(true) }
  return (
    <div className={styles.choices}>
      <p role="status" className={styles.failure}>
        {failure && t(`wall.${failure}`)}
      </p>
      {offer.miniProgramPage && (
        <Button onClick={() => signInThroughMiniProgram(offer.miniProgramPage as string)}>
          {t('wall.miniProgram')}
        </Button>
      )}
      {buttons
        .filter((button) => button !== 'code')
        .map((provider) => (
          <ProviderLink
            key={provider}
            provider={provider}
            href={signInAddress(provider, next, linkedSignInUrl)}
            note={provider === 'google' ? note : undefined}
            isFirst={provider === buttons[0] && !offer.miniProgramPage}
          />
        ))}
      {hasGoogleNote && (
        <p id={note} className={styles.note}>
          {t('wall.googleNote')}
        </p>
      )}
      {ways && (
        <div className={styles.code}>
          {hasCodeButton && (
            <CodeChoice {...codeChoice} text={codeText} className={`${buttonStyles.button} ${buttonStyles.primary}`} />
          )}
          {/* Below the button in China, the link looks like a button and has its own text (Specification §2). */}
          {!(hasCodeButton && codeText === linkText) && (
            <CodeChoice
              {...codeChoice}
              text={linkText}
              className={hasCodeButton ? `link ${styles.below}` : styles.way}
            />
          )}
        </div>
      )}
      <LegalText {...offer.legal} />
      {ways && isDialogOpen && (
        <Suspense fallback={null}>
          <SignInDialog ways={ways} country={offer.country} onClose={() => setIsDialogOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** A failure isn't shown (Specification §8); the other methods are below. */
function signInThroughMiniProgram(page: string): void {
  import('../browser/mini-program.ts').then((bridge) => bridge.signInThroughMiniProgram(page)).catch(() => undefined)
}

const FAILURES = ['failed', 'cancelled'] as const

/**
 * Why a sign-in with a provider failed, from the address (`?sign_in=`), which it clears so a reload doesn't repeat
 * it.
 */
function useSignInFailure(): (typeof FAILURES)[number] | null {
  const [failure, setFailure] = useState<(typeof FAILURES)[number] | null>(null)
  useEffect(() => {
    const address = new URL(location.href)
    const reason = FAILURES.find((each) => each === address.searchParams.get('sign_in'))
    if (!reason) return
    setFailure(reason)
    address.searchParams.delete('sign_in')
    history.replaceState(history.state, '', address)
  }, [])
  return failure
}

/** The legal text. Its translations mark the two links as <terms>…</terms> and <privacy>…</privacy>. */
function LegalText({ terms = urls.terms, privacy = urls.privacy, minimumAge }: SignIn['legal']) {
  const t = useTexts()
  // Splitting by the two groups yields text, tag name, link text, text, and so on.
  const parts = t('wall.legal', { age: minimumAge }).split(/<(terms|privacy)>(.*?)<\/\1>/)
  return (
    <p className={styles.legal}>
      {parts.map((part, index) => {
        if (index % 3 === 1) return null
        if (index % 3 === 0) return <span key={part}>{part}</span>
        return (
          <a key={part} href={parts[index - 1] === 'terms' ? terms : privacy} target="_blank" rel="noopener">
            {part}
          </a>
        )
      })}
    </p>
  )
}
