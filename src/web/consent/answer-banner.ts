import type { Choice } from '#contract/consent.ts'
import { urls } from '#contract/urls.ts'
import { call } from '../browser/api-client.ts'
import { readChoice } from '../browser/consent.ts'

/** Lets the banner be answered without leaving the page; its form alone would load the page anew. */
export function answerBanner(banner: HTMLElement): void {
  banner.addEventListener('submit', async (event) => {
    event.preventDefault()
    const choice = (event.submitter as HTMLButtonElement).value as Choice
    const { ok } = await call('PUT', urls.consent, { choice })
    if (ok) banner.remove()
  })
  // Answered in the meantime, on another page or in another tab.
  window.addEventListener('pageshow', () => {
    if (readChoice()) banner.remove()
  })
}
