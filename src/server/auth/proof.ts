import { createHash, createHmac, randomBytes } from 'node:crypto'
import { isSameSecret } from '../visitor/secret-cookie.ts'

/** Long enough for a slow phone, short enough that nobody stockpiles proofs. */
const LIFE_MS = 5 * 60_000

/** What a proof is bound to: it works for no other target and no other network. */
export type ProofSubject = { channel: string; mailbox: string; site: string }

export type Proof = { id: string; bits: number }

function seal(key: string, { channel, mailbox, site }: ProofSubject, head: string): string {
  const text = ['proof of work', channel, mailbox, site, head].join('\n')
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, 22)
}

/**
 * A challenge: difficulty in bits, expiry, a random part and a MAC over them, so that nothing is stored until it is used. It asks
 * for a number such that SHA-256 of `seal.number` begins with that many zero bits (hashcash): about 2^`bits` tries.
 */
export function makeChallenge(key: string, subject: ProofSubject, bits: number): string {
  const head = `${bits}.${Date.now() + LIFE_MS}.${randomBytes(12).toString('base64url')}`
  return `${head}.${seal(key, subject, head)}`
}

function leadingZeroBits(hash: Buffer): number {
  const at = hash.findIndex((byte) => byte > 0)
  return at === -1 ? hash.length * 8 : at * 8 + Math.clz32(hash[at] as number) - 24
}

/** A correct, unexpired proof (`challenge.number`) made for this subject; undefined for any other text. */
export function readProof(key: string, subject: ProofSubject, text: string): Proof | undefined {
  const [bits = '', end = '', random = '', given = '', number = ''] = text.split('.')
  if (!isSameSecret(given, seal(key, subject, `${bits}.${end}.${random}`))) return undefined
  if (Number(end) < Date.now()) return undefined
  const hash = createHash('sha256').update(`${given}.${number}`).digest()
  return leadingZeroBits(hash) >= Number(bits) ? { id: given, bits: Number(bits) } : undefined
}
