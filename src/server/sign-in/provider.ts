import { isStorableText } from '../storable-text.ts'

type AuthorizationRequest = { redirectUri: string; state: string; nonce: string; challenge: string }

/** The callback's address, and the data stored when the browser left for the provider. */
export type Callback = { url: URL; state: string; nonce: string; verifier: string }

/** A provider's data about a person. The email address counts only if `isEmailVerified` (docs/decisions/008). */
type Profile = {
  issuer: string
  subject: string
  name: string
  email: string | undefined
  isEmailVerified: boolean
}

/** The provider functions for signing in. Both may throw anything; then nobody is signed in. */
export type SignInProvider = {
  authorizationUrl: (request: AuthorizationRequest) => Promise<URL>
  profile: (callback: Callback) => Promise<Profile>
}

/** The text of a profile field; undefined if it's anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/**
 * The provider's id for the person, a string or an integer.
 * @throws Error if missing, because nothing else identifies the person
 */
export function subjectOf(value: unknown): string {
  const subject = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : textOf(value)
  if (!subject || !isStorableText(subject) || subject.length > 255) throw new Error('The profile has no usable id.')
  return subject
}
