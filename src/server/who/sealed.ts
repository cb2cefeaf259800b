import { createHmac, randomBytes } from 'node:crypto'
import { isSameSecret } from './secret-cookie.ts'

type Claim<Field extends string> = Record<Field, string>

/** What a token holds while it is good: by field, a pattern of letters, digits, - and _. */
type Form<Field extends string> = { seconds: number; claim: Claim<Field> }

/** A kind of token. `boundTo` is sealed too but not in the text: whoever reads it must name the same. */
export type Sealed<Field extends string> = {
  make: (key: string, claim: Claim<Field>, ...boundTo: string[]) => string
  /** The claim of a good token; undefined for any other text. */
  read: (key: string, text: string | undefined, ...boundTo: string[]) => Claim<Field> | undefined
}

/**
 * Tokens that nothing stores, as `claim.end.random.seal`: the fields with ~ between, the end in milliseconds since
 * 1970, 96 random bits, so that each token is unlike any other, and an HMAC of all that, of the purpose and of what it
 * is bound to.
 *
 * A token of another purpose, key or release is refused, and whatever takes tokens then begins anew: it asks the
 * marketplace who it is, or wants a new handover or proof. No test and no account is lost.
 */
export function sealed<Field extends string>(purpose: string, { seconds, claim: form }: Form<Field>): Sealed<Field> {
  const fields = Object.keys(form) as Field[]
  const isClaim = new RegExp(`^${fields.map((field) => `(?<${field}>${form[field]})`).join('~')}$`)
  const sealOf = (key: string, content: string, boundTo: readonly string[]) =>
    createHmac('sha256', key)
      .update(JSON.stringify([purpose, content, ...boundTo]))
      .digest('base64url')

  return {
    make(key, claim, ...boundTo) {
      const values = fields.map((field) => claim[field]).join('~')
      const content = `${values}.${Date.now() + seconds * 1000}.${randomBytes(12).toString('base64url')}`
      return `${content}.${sealOf(key, content, boundTo)}`
    },

    read(key, text = '', ...boundTo) {
      const end = text.lastIndexOf('.')
      const content = text.slice(0, Math.max(end, 0))
      if (!isSameSecret(text.slice(end + 1), sealOf(key, content, boundTo))) return undefined
      const [claim = '', until] = content.split('.')
      if (Number(until) <= Date.now()) return undefined
      return isClaim.exec(claim)?.groups as Claim<Field> | undefined
    },
  }
}
