import type { Choice, Consent } from '#contract/consent.ts'

/**
 * The choice stored in this browser, even if another tab made it after this page was rendered. Over https it reads only the cookie with the
 * `__Host-` prefix, as the server does: another host of the domain could set the unprefixed one.
 */
export function readChoice(): string | undefined {
  const prefix = location.protocol === 'https:' ? '__Host-' : ''
  return RegExp(`(?:^|; )${prefix}consent=(\\w+)`).exec(document.cookie)?.[1]
}

/**
 * The consent to analytics events and the social SDK now: by Global Privacy Control, else by the visitor's choice, else by the server's answer
 * in the page (docs/decisions/013). Do not cache: it changes while the page is open.
 */
export function findConsent(): Consent {
  if ((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl) return 'declined'
  return (readChoice() ?? document.documentElement.dataset.consent ?? 'declined') as Consent
}

/** Enhances the consent banner, if the page has one, so that answering does not reload the page as its plain form would. */
export function startConsentBanner(onAnswer: () => void): void {
  const banner = document.getElementById('consent')
  banner?.addEventListener('submit', (event) => {
    event.preventDefault()
    const { value } = event.submitter as HTMLButtonElement
    void import('../consent/answer-banner.ts')
      .then(({ answerBanner }) => answerBanner(banner, value as Choice))
      .then(onAnswer)
  })
  // The visitor may have answered on another page or in another tab since.
  window.addEventListener('pageshow', () => {
    if (readChoice()) banner?.remove()
  })
}
