import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import * as openid from 'openid-client'
import type { Database } from '../db/schema.ts'
import { insertTransaction, type OAuthTransaction, takeTransaction, userOfIdentity } from '../db/sign-ins.ts'
import { sha256 } from '../visitor/secret-cookie.ts'
import { newUser } from '../visitor/user-text.ts'
import type { SignInProvider } from './provider.ts'
import type { ConnectedProvider } from './providers.ts'
import { normalizeEmail } from './targets.ts'

export type OAuthContext = { db: Database; timeoutMs: number }

/** `ownerToTell`: see `userOfIdentity`. */
export type Outcome = { userId: number; ownerToTell?: string } | 'failed' | 'cancelled'

/** The nonce is derived from the browser and the state, so that it need not be stored in the clear. */
function nonceOf(browserToken: string, state: string): string {
  return sha256(`nonce ${browserToken} ${state}`)
}

/** Where a sign-in leads. */
type Leaving = { provider: string; client: Pick<SignInProvider, 'authorizationUrl'>; redirectUri: string }

/** Logs why a sign-in failed, without any personal data. */
export function logFailure(log: FastifyBaseLogger, provider: string, thrown: unknown): void {
  const { name, code, error } = thrown as { name?: string; code?: unknown; error?: unknown }
  log.warn({ provider, name, code, error }, 'sign-in failed')
}

/** Stores a transaction and returns the provider's address to send the browser to. */
export async function startSignIn(
  { db }: OAuthContext,
  { provider, client, redirectUri }: Leaving,
  { browserToken, next }: { browserToken: string; next: string },
): Promise<URL> {
  const state = randomBytes(32).toString('base64url')
  const verifier = openid.randomPKCECodeVerifier()
  const nonce = nonceOf(browserToken, state)
  const challenge = await openid.calculatePKCECodeChallenge(verifier)
  const url = await client.authorizationUrl({ redirectUri, state, nonce, challenge })
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

/** Redeems the transaction that this browser started with this provider, once; undefined for any other state. */
export async function redeemTransaction(
  { db }: OAuthContext,
  provider: string,
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

/** All requests of one callback share a single timeout. */
export async function within<Result>(promise: Promise<Result>, timeoutMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The provider timed out.')), timeoutMs)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/**
 * Asks the provider who signed in, and finds or creates their account.
 * @throws anything, in which case nobody is signed in
 */
export async function completeSignIn(
  { db, timeoutMs }: OAuthContext,
  { provider, client }: ConnectedProvider,
  transaction: { state: string; sentNonce: string; code_verifier: string },
  url: URL,
): Promise<Outcome> {
  if (url.searchParams.has('error')) return url.searchParams.get('error') === 'access_denied' ? 'cancelled' : 'failed'
  const { state, sentNonce: nonce, code_verifier: verifier } = transaction
  const profile = await within(client.profile({ url, state, nonce, verifier }), timeoutMs)
  const email = profile.email && normalizeEmail(profile.email)
  const identity = {
    provider,
    issuer: profile.issuer,
    subject: profile.subject,
    email,
    verifiedEmail: profile.isEmailVerified ? email : undefined,
  }
  return userOfIdentity(db, identity, newUser(profile.name))
}
