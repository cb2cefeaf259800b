import { createHash } from 'node:crypto'
import { sealed } from '../who/sealed.ts'

/** Good for five minutes: long enough for a slow phone, short enough that nobody stockpiles proofs. */
const challenge = sealed('proof of work', { seconds: 300, claim: { bits: '\\d+' } })

/** What a proof is bound to: it works for no other target and no other network. */
export type Subject = { channel: string; mailbox: string; site: string }

export type ProofOfWork = { id: string; bits: number }

const boundTo = ({ channel, mailbox, site }: Subject) => [channel, mailbox, site]

/**
 * A challenge of this difficulty, of which nothing is stored until it is used. It asks for a number such that SHA-256
 * of `seal.number`, with the seal at its end, begins with `bits` zero bits (hashcash): about 2^`bits` tries.
 */
export function makeChallenge(key: string, subject: Subject, bits: number): string {
  return challenge.make(key, { bits: String(bits) }, ...boundTo(subject))
}

function leadingZeroBits(hash: Buffer): number {
  const at = hash.findIndex((byte) => byte > 0)
  return at === -1 ? hash.length * 8 : at * 8 + Math.clz32(hash[at] as number) - 24
}

/** A correct proof (`challenge.number`) made in time for this subject; undefined for any other text. */
export function readProofOfWork(key: string, subject: Subject, text: string): ProofOfWork | undefined {
  const [, solved = '', seal = '', number] = /^(.+\.([^.]+))\.([^.]+)$/.exec(text) ?? []
  const claim = challenge.read(key, solved, ...boundTo(subject))
  if (!claim) return undefined
  const bits = Number(claim.bits)
  const hash = createHash('sha256').update(`${seal}.${number}`).digest()
  return leadingZeroBits(hash) >= bits ? { id: seal, bits } : undefined
}
