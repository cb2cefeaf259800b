import { createHmac } from 'node:crypto'
import type { Pseudonym } from '../db/tables/former-accounts.ts'
import { countedEmail } from './email.ts'

function hmac(key: string, ...parts: string[]): string {
  return createHmac('sha256', key)
    .update(JSON.stringify(['counted', ...parts]))
    .digest('base64url')
}

/** Pseudonyms that only the key's holder can make. All addresses of one mailbox have the same. */
export function pseudonymsWith(key: string): Pseudonym {
  return (proof) => {
    if (!('channel' in proof)) return hmac(key, 'identity', proof.provider, proof.issuer, proof.subject)
    const { channel, target } = proof
    return hmac(key, channel, channel === 'email' ? countedEmail(target) : target)
  }
}

/** The same for what a number begins with. */
export function pseudonymOfRange(key: string, range: string): string {
  return hmac(key, 'range', range)
}
