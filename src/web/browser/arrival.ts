import type { postAppSession } from '#contract/auth.ts'
import type { QuizPageState } from '#contract/page-data.ts'
import { urls } from '#contract/urls.ts'
import { call } from './api-client.ts'
import { keepFlowId, writeStoredOptions } from './storage.ts'

// Rare ways to arrive at the quiz, in a module of their own so that other visitors do not load them.

/**
 * Signs in with the token that the mobile app put into the fragment (`#app_token=`), which no server or log sees, and removes it from the
 * address. On success the page reloads and the promise never resolves.
 */
export async function signInWithAppToken(): Promise<void> {
  const token = location.hash.slice('#app_token='.length)
  history.replaceState(history.state, '', location.pathname + location.search)
  const { ok } = await call<typeof postAppSession>('POST', urls.appSessions, { body: { token } })
  if (!ok) return
  location.reload()
  await new Promise(() => {})
}

/**
 * Stores the result that the address names (`?result=`), which this visitor has just taken over from a frame (docs/decisions/016), and removes
 * the parameter.
 */
export function storeTakenOverResult({ finished }: QuizPageState): void {
  const address = new URL(location.href)
  const id = address.searchParams.get('result')
  if (!id) return
  address.searchParams.delete('result')
  history.replaceState(history.state, '', address)
  const assessment = finished.find((one) => one.id === id)
  if (!assessment?.result) return
  writeStoredOptions(assessment.result)
  keepFlowId(assessment.flow_id)
}
