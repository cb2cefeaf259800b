import type { Choice } from '#contract/consent.ts'
import { readChoice } from './consent.ts'

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
