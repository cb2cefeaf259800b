import type { Choice, putConsent } from '#contract/consent.ts'
import { urls } from '#contract/urls.ts'
import { call } from '../browser/api-client.ts'

/** Stores the choice and removes the banner, without leaving the page. */
export async function answerBanner(banner: HTMLElement, choice: Choice): Promise<void> {
  const { ok } = await call<typeof putConsent>('PUT', urls.consent, { body: { choice } })
  if (ok) banner.remove()
}
