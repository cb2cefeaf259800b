import type { Choice } from '#contract/consent.ts'

/**
 * What was chosen in this browser, also in another tab since this page was rendered. Over https only the cookie that the server reads there too
 * (src/server/visitor/secret-cookie.ts): another host of the domain can set one of the plain name.
 */
export function readChoice(): string | undefined {
  const prefix = location.protocol === 'https:' ? '__Host-' : ''
  return RegExp(`(?:^|; )${prefix}consent=(\\w+)`).exec(document.cookie)?.[1]
}

/**
 * Whether analytics events may be sent and the social SDK be loaded now: the browser's Global Privacy Control, else the visitor's choice,
 * else what the server said with the page (docs/decisions/013). Ask each time: the answer changes while the page is open.
 */
export function hasConsent(): boolean {
  if ((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl) return false
  return (readChoice() ?? document.documentElement.dataset.consent) === 'allowed'
}

/** Enhances the consent banner, if the page has one, so that answering does not reload the page as its plain form would. */
export function startConsentBanner(): void {
  const banner = document.getElementById('consent')
  banner?.addEventListener('submit', (event) => {
    event.preventDefault()
    const { value } = event.submitter as HTMLButtonElement
    void import('../consent/answer-banner.ts').then(({ answerBanner }) => answerBanner(banner, value as Choice))
  })
  // The visitor may have answered on another page or in another tab since.
  window.addEventListener('pageshow', () => {
    if (readChoice()) banner?.remove()
  })
}
