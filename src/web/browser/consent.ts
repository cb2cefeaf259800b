import type { Consent } from '#contract/consent.ts'
import { urls } from '#contract/urls.ts'

/**
 * The choice stored in this browser, even if another tab made it after this page was rendered. Over https, it reads
 * only the cookie with the prefix of src/server/who/secret-cookie.ts, as the server does, because another host of the
 * domain could set the unprefixed one.
 */
export function readChoice(): string | undefined {
  const prefix = location.protocol === 'https:' ? '__Host-' : ''
  return RegExp(`(?:^|; )${prefix}consent=(\\w+)`).exec(document.cookie)?.[1]
}

/**
 * The current consent to analytics events and the social SDK: from Global Privacy Control, then the visitor's choice,
 * then the server's answer in the page (docs/decisions/013). Don't cache it: it changes while the page is open.
 */
export function findConsent(): Consent {
  if ((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl) return 'declined'
  return (readChoice() ?? document.documentElement.dataset.consent ?? 'declined') as Consent
}

/**
 * Handles answers to the consent banner, if the page has one, without the reload that its plain form causes. The banner
 * disappears immediately, so nothing moves later. `keepalive` stores the choice even if the next press leaves the page.
 * If storing fails, the next page asks again.
 */
export function startConsentBanner(onAnswer: () => void): void {
  const banner = document.getElementById('consent')
  banner?.addEventListener('submit', (event) => {
    event.preventDefault()
    const { value: choice } = event.submitter as HTMLButtonElement
    banner.remove()
    // Not through api-client.ts, which would pull parts of the quiz into the landing page.
    void fetch(urls.consent, {
      method: 'PUT',
      keepalive: true,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ choice }),
    }).then(onAnswer, () => undefined)
  })
  // The visitor may since have answered on another page or in another tab.
  window.addEventListener('pageshow', () => {
    if (readChoice()) banner?.remove()
  })
}
