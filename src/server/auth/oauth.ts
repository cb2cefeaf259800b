import { randomBytes } from 'node:crypto'
import * as openid from 'openid-client'
import type { Provider } from '#contract/auth.ts'
import { insertTransaction, type OAuthTransaction, takeTransaction } from '../db/oauth-transactions.ts'
import type { Database } from '../db/schema.ts'
import { userOfIdentity } from '../db/sign-ins.ts'
import { sha256 } from '../visitor/secret-cookie.ts'
import { normalizeEmail } from './email-address.ts'
import { newUser } from './new-user.ts'
import type { SignInProvider } from './sign-in-provider.ts'

export type OAuthContext = { db: Database; timeoutMs: number }

/** Where the browser is sent, and with what it is to come back. */
export type Departure = { provider: Provider; peer: SignInProvider; redirectUri: string; browserToken: string }

export type Outcome = { userId: number } | 'failed' | 'cancelled' | 'earlier_method'

/** The nonce belongs to one browser and one state; made anew from them, it need not be stored in the clear. */
function nonceOf(browserToken: string, state: string): string {
  return sha256(`nonce ${browserToken} ${state}`)
}

/** Remembers the transaction and tells the address at the provider to which the browser goes. */
export async function departFor(
  { db }: OAuthContext,
  { provider, peer, redirectUri, browserToken }: Departure,
  next: string,
): Promise<URL> {
  const state = randomBytes(32).toString('base64url')
  const verifier = openid.randomPKCECodeVerifier()
  const nonce = nonceOf(browserToken, state)
  const challenge = await openid.calculatePKCECodeChallenge(verifier)
  const url = await peer.authorizationUrl({ redirectUri, state, nonce, challenge })
  await insertTransaction(db, {
    state_sha256: sha256(state),
    provider,
    code_verifier: verifier,
    nonce: sha256(nonce),
    next,
    browser_sha256: sha256(browserToken),
  })
  return url
}

/** The transaction that this browser began with this provider, taken so that it serves once; undefined for any other state. */
export async function arriveFrom(
  { db }: OAuthContext,
  provider: Provider,
  query: URLSearchParams,
  browserToken: string | undefined,
): Promise<(OAuthTransaction & { state: string; sentNonce: string }) | undefined> {
  const [state, ...more] = query.getAll('state')
  if (!browserToken || !state || more.length > 0) return undefined
  const transaction = await takeTransaction(db, {
    stateHash: sha256(state),
    provider,
    browserHash: sha256(browserToken),
  })
  const sentNonce = nonceOf(browserToken, state)
  return transaction?.nonce === sha256(sentNonce) ? { ...transaction, state, sentNonce } : undefined
}

/** All requests of one arrival together get the time of one. */
async function within<Result>(promise: Promise<Result>, timeoutMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The provider took too long.')), timeoutMs)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/**
 * Asks the provider who has come back, and finds or makes their account.
 * @throws anything that goes wrong on the way: then nobody is signed in
 */
export async function completeSignIn(
  { db, timeoutMs }: OAuthContext,
  { provider, peer }: Pick<Departure, 'provider' | 'peer'>,
  transaction: { state: string; sentNonce: string; code_verifier: string },
  url: URL,
): Promise<Outcome> {
  if (url.searchParams.has('error')) return url.searchParams.get('error') === 'access_denied' ? 'cancelled' : 'failed'
  const { state, sentNonce: nonce, code_verifier: verifier } = transaction
  const profile = await within(peer.profile({ url, state, nonce, verifier }), timeoutMs)
  const email = profile.email && normalizeEmail(profile.email)
  const identity = {
    provider,
    issuer: profile.issuer,
    subject: profile.subject,
    email,
    verifiedEmail: profile.isEmailVerified ? email : undefined,
  }
  const userId = await userOfIdentity(db, identity, newUser(profile.name || email))
  return userId === undefined ? 'earlier_method' : { userId }
}
