import type { Profile } from './profile.ts'

type Start = { redirectUri: string; state: string; nonce: string; challenge: string }

/** The address that the browser came back to, and what was remembered when it left. */
export type Callback = { url: URL; state: string; nonce: string; verifier: string }

/** What signing in needs of a provider. Both may throw anything: it means that nobody is signed in. */
export type SignInProvider = {
  authorizationUrl: (start: Start) => Promise<URL>
  profile: (callback: Callback) => Promise<Profile>
}
