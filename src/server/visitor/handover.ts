import { createHmac, timingSafeEqual } from 'node:crypto'

/** Long enough to press a button, short enough that nobody finds one lying about. */
export const HANDOVER_SECONDS = 600

/** What a token speaks of: an assessment while it is this visitor's. Once taken over it is another's, and the token is spent. */
type Handed = { id: string; visitor: string }

function sign(key: string, { id, visitor }: Handed, expiresAt: string): string {
  return createHmac('sha256', key).update(`handover ${id} ${visitor} ${expiresAt}`).digest('base64url')
}

/** A token by which another visitor may take the assessment over; `now` in milliseconds. */
export function makeHandoverToken(key: string, handed: Handed, now: number): string {
  const expiresAt = String(Math.floor(now / 1000) + HANDOVER_SECONDS)
  return `${handed.id}.${expiresAt}.${sign(key, handed, expiresAt)}`
}

/** The assessment of which a token speaks, whether or not it is a good one; undefined for what is no token. */
export function assessmentOfToken(token: string): string | undefined {
  return /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.\d{1,12}\.[\w-]{43}$/.exec(token)?.[1]
}

/** Whether the token was made with this key for this assessment of this visitor and is not yet too old. */
export function isGoodToken(key: string, handed: Handed, token: string, now: number): boolean {
  const [, expiresAt = '', mac = ''] = token.split('.')
  const expected = Buffer.from(sign(key, handed, expiresAt))
  const given = Buffer.from(mac)
  return given.length === expected.length && timingSafeEqual(given, expected) && Number(expiresAt) * 1000 > now
}
