import type { ServerResponse } from 'node:http'
import type { Listening } from './listen.ts'

/** Somebody with an account at a provider. Not everybody there has an email address, nor has proved it. */
export type Person = { id: string; name?: string; email?: string; isEmailUnproved?: boolean }

/** The people among whom the provider's page lets choose, or a decision made in the place of whoever sits there; null declines. */
type Audience = { people: readonly Person[] } | { decide: () => Person | null }

/** The steps of a sign-in in which a provider answers our server, or sends the browser back. */
export type Step = 'discovery' | 'keys' | 'token' | 'profile'

/** Where tests let a provider fail. */
type Sabotage = {
  /** May answer in the provider's place: true if it has. */
  intercept: (step: Step, response: ServerResponse) => boolean
  /** May change the address that the browser comes back to. */
  callback: (address: URL) => void
  /** May change a good reply. */
  reply: (step: Step, body: Record<string, unknown>) => void
}

export type PeerOptions = { audience: Audience; sabotage?: Sabotage }

/** An identity provider on this machine, and the client that it knows. */
export type Peer = Listening & { client: { id: string; secret: string } }
