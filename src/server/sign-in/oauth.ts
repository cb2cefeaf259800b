import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import * as openid from 'openid-client'
import type { Database } from '../db/schema.ts'
import { userOfIdentity } from '../db/tables/identities.ts'
import { insertTransaction, takeTransaction } from '../db/tables/oauth-transactions.ts'
import type { Gates } from '../http/gates.ts'
import { normalizeEmail } from '../names/email.ts'
import { newUser, nicknameFrom } from '../names/user-text.ts'
import { sha256 } from '../who/secret-cookie.ts'
import { ensureBrowserToken, findBrowserToken } from './browser-token.ts'
import type { ConnectedProvider } from './configured-providers.ts'
import type { Callback, SignInProvider } from './provider.ts'

/** `ownerToNotify`: see `userOfIdentity`. */
export type SignInOutcome = { userId: number; ownerToNotify?: string } | 'failed' | 'cancelled'

/** The nonce is derived from the browser and the state, so it needn't be stored in the clear. */
function nonceOf(browserToken: string, state: string): string {
  return sha256(`nonce ${browserToken} ${state}`)
}

/** The target of a sign-in, the callback address, and the gate for its database work. */
type Destination = {
  provider: string
  client: Pick<SignInProvider, 'authorizationUrl'>
  redirectUri: string
  gates: Pick<Gates, 'calls'>
}

/** Logs why a sign-in failed, without any personal data. */
export function logFailure(log: FastifyBaseLogger, provider: string, thrown: unknown): void {
  const { name, code, error } = thrown as { name?: string; code?: unknown; error?: unknown }
  log.warn({ provider, name, code, error }, 'sign-in failed')
}

/**
 * Stores a transaction for this browser and sends the browser to the provider; once signed in, it goes on to `next`.
 * @throws anything, if the provider's address can't be found
 */
export async function leaveForProvider(
  db: Database,
  { provider, client, redirectUri, gates }: Destination,
  { request, reply, next }: { request: FastifyRequest; reply: FastifyReply; next: string },
): Promise<FastifyReply> {
  const browserToken = ensureBrowserToken(request, reply)
  const state = randomBytes(32).toString('base64url')
  const verifier = openid.randomPKCECodeVerifier()
  const nonce = nonceOf(browserToken, state)
  const challenge = await openid.calculatePKCECodeChallenge(verifier)
  const url = await client.authorizationUrl({ redirectUri, state, nonce, challenge })
  const transaction = {
    state_sha256: sha256(state),
    provider,
    code_verifier: verifier,
    nonce: sha256(nonce),
    next,
    browser_sha256: sha256(browserToken),
  }
  await gates.calls.run('signIns', () => insertTransaction(db, transaction))
  return reply.redirect(url.href, 302)
}

/**
 * The browser's return from the provider, valid once; undefined unless this browser itself left for this provider.
 * `next` is where it continues.
 */
export async function returnFromProvider(
  db: Database,
  { provider, redirectUri, gates }: Omit<Destination, 'client'>,
  request: FastifyRequest,
): Promise<{ callback: Callback; next: string } | undefined> {
  const url = new URL(redirectUri)
  url.search = /\?.*/s.exec(request.url)?.[0] ?? ''
  const browserToken = findBrowserToken(request)
  const [state, ...more] = url.searchParams.getAll('state')
  if (!browserToken || !state || more.length > 0) return undefined
  const hashes = { stateHash: sha256(state), provider, browserHash: sha256(browserToken) }
  const transaction = await gates.calls.run('signIns', () => takeTransaction(db, hashes))
  const nonce = nonceOf(browserToken, state)
  if (transaction?.nonce !== sha256(nonce)) return undefined
  const { code_verifier: verifier, next } = transaction
  return { callback: { url, state, nonce, verifier }, next }
}

/** All requests of one callback share a single timeout. */
async function within<Result>(promise: Promise<Result>, timeoutMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The provider timed out.')), timeoutMs)
  })
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer))
}

export type OAuthContext = { db: Database; timeoutMs: number }

/**
 * Asks the provider who signed in, and finds or creates their account.
 * @throws anything; then nobody is signed in
 */
export async function completeSignIn(
  { db, timeoutMs }: OAuthContext,
  { provider, client, gates }: ConnectedProvider & Pick<Destination, 'gates'>,
  callback: Callback,
): Promise<SignInOutcome> {
  const error = callback.url.searchParams.get('error')
  if (error !== null) return error === 'access_denied' ? 'cancelled' : 'failed'
  const profile = await within(client.profile(callback), timeoutMs)
  const email = profile.email && normalizeEmail(profile.email)
  const identity = {
    provider,
    issuer: profile.issuer,
    subject: profile.subject,
    email,
    verifiedEmail: profile.isEmailVerified ? email : undefined,
  }
  const account = newUser(nicknameFrom(profile.name))
  return gates.calls.run('signIns', () => userOfIdentity(db, identity, account))
}
