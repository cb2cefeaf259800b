import { readChoice } from './consent.ts'

/** Takes over the question that the server has put at the head of the page, if it has: its form alone would load the page anew. */
export function startConsentBanner(): void {
  const banner = document.getElementById('consent')
  banner?.addEventListener('submit', (event) => {
    event.preventDefault()
    const { value } = event.submitter as HTMLButtonElement
    void import('../consent/answer-banner.ts').then(({ answerBanner }) => answerBanner(banner, value))
  })
  // Answered in the meantime, on another page or in another tab.
  window.addEventListener('pageshow', () => {
    if (readChoice()) banner?.remove()
  })
}
