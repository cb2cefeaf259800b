import { createHmac, randomBytes } from 'node:crypto'
import { isSameSecret } from './secret-cookie.ts'

type Claim<Field extends string> = Record<Field, string>

/** The claim of a valid token: for each field, a pattern of letters, digits, - and _. */
type Form<Field extends string> = { seconds: number; claim: Claim<Field> }

/** A kind of token. `boundTo` is sealed but not included in the text, so the reader must provide the same. */
export type Sealed<Field extends string> = {
  make: (key: string, claim: Claim<Field>, ...boundTo: string[]) => string
  /** The claim of a good token; undefined for any other text. */
  read: (key: string, text: string | undefined, ...boundTo: string[]) => Claim<Field> | undefined
}

/**
 * Tokens that aren't stored, as `claim.end.random.seal`: the fields joined by ~, the expiry in milliseconds since 1970,
 * 96 random bits so each token is unique, and an HMAC of all that, the purpose, and the bound value. A token of
 * another purpose, key, or release is rejected, and its reader starts over: it asks the marketplace for the user, or
 * requires a new handover or proof. No test or account is lost.
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
