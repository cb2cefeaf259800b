import type { getAccount } from '#contract/account.ts'
import type { OwnAttempts } from '#contract/page-data.ts'
import type { postAppSession } from '#contract/sign-in.ts'
import { urls } from '#contract/urls.ts'
import { loadWithRetry } from '../lazy-component.tsx'
import { goOnAfterSignIn } from './after-sign-in.ts'
import { call, getAttempt } from './api-client.ts'
import { keepFlowId, readFlowId, tabStorage, writeStoredOptions } from './storage.ts'

// Rare ways to arrive at the quiz, in a separate module so that other visitors don't load them.

/**
 * Signs in with the token that the mobile app put into the fragment (`#app_token=`), which reaches no server or log,
 * and removes it from the address. On success the page reloads and the promise never resolves.
 */
export async function signInWithAppToken(): Promise<void> {
  const token = location.hash.slice('#app_token='.length)
  history.replaceState(history.state, '', location.pathname + location.search)
  const { ok } = await call<typeof postAppSession>('POST', urls.appSessions, { body: { token } })
  if (!ok) return
  goOnAfterSignIn()
  await new Promise(() => {})
}

/**
 * Stores the result in the address (`?result=`), which this visitor has just taken over from an iframe
 * (docs/decisions/016), and removes the parameter.
 */
export function storeTakenOverResult({ finished }: OwnAttempts): void {
  const address = new URL(location.href)
  const id = address.searchParams.get('result')
  if (!id) return
  address.searchParams.delete('result')
  history.replaceState(history.state, '', address)
  const attempt = finished.find((one) => one.id === id)
  if (!attempt?.result) return
  writeStoredOptions(attempt.result, id)
  keepFlowId(attempt.flow_id)
}

const RELOADED_KEY = 'ASSESSMENT_RELOADED_FOR'

/**
 * Polls until the server knows who is signed in, then reloads the page for that person, once per test. The server
 * caches the answer briefly, so the reload doesn't wait again.
 */
export async function reloadOnceIdentified(): Promise<void> {
  const flowId = readFlowId()
  if (flowId !== null && tabStorage.read(RELOADED_KEY) === flowId) return
  const isSignedIn = await loadWithRetry(async () => {
    const { ok, code } = { code: null, ...(await call<typeof getAccount>('GET', urls.accountData, { query: {} })) }
    if (!ok && code !== 'signed_out') throw new Error('no reply')
    return ok
  })
  if (!isSignedIn) return
  tabStorage.write(RELOADED_KEY, flowId)
  location.reload()
}

/**
 * Fetches the stored result's attempt, which the page no longer lists after many newer ones. The card and the share
 * button need it (Specification §2, §4).
 */
export async function addOlderResult({ finished }: OwnAttempts, id: string): Promise<void> {
  const outcome = await getAttempt(id)
  if (outcome.ok && outcome.data.result) finished.push(outcome.data)
}
