import { urls } from '#contract/urls.ts'
import { call } from '../browser/api-client.ts'

/** Keeps the answer without leaving the page, and takes the question away. */
export async function answerBanner(banner: HTMLElement, choice: string): Promise<void> {
  const { ok } = await call('PUT', urls.consent, { choice })
  if (ok) banner.remove()
}
