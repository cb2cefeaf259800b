import { domainToASCII } from 'node:url'
import { MAX_EMAIL_LENGTH, MAX_EMAIL_LOCAL_LENGTH } from '#quiz/constants.ts'

const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const EMAIL = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?!\\d+$)${LABEL}$`)

/** Whether one label mixes scripts with look-alike letters, a sign of a spoofed domain. */
function mixesScripts(domain: string): boolean {
  return domain
    .split('.')
    .some((label) => /\p{Script=Latin}/u.test(label) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(label))
}

/**
 * Control characters, spaces, and characters that are lost when a domain name is converted to ASCII, such as variation
 * selectors. The conversion keeps joiners where their script needs them, and fails on any others.
 */
const INVISIBLE = /(?![\u200c\u200d])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

const ASCII = /[\0-\x7f]/

/** Whether a non-ASCII character folds to ASCII, as the Kelvin sign (U+212A) folds to k. */
function foldsIntoAscii(text: string): boolean {
  return [...text].some(
    (character) =>
      !ASCII.test(character) && (ASCII.test(character.normalize('NFKC')) || ASCII.test(character.toLowerCase())),
  )
}

/**
 * The canonical form for storing and comparing an address, or undefined if it's invalid (Specification §5: general
 * syntax, at most 254 characters, at most 64 before the @). The part before the @ is ASCII, and nothing else may fold
 * to ASCII, so no look-alike becomes another user's address. Every address passes through here: those from providers,
 * and those typed by learners after `plainEmail`.
 */
export function normalizeEmail(text: string): string | undefined {
  // Longer text costs time to compare, and no address is so long (RFC 5321).
  if (text.length > 1000) return undefined
  const typed = text.trim()
  if (INVISIBLE.test(typed) || foldsIntoAscii(typed)) return undefined
  const at = typed.lastIndexOf('@')
  const unicodeDomain = typed.slice(at + 1).normalize('NFC')
  // With slashes, colons, and the like, domainToASCII would use only part of the text as the domain.
  if (at < 1 || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(unicodeDomain) || mixesScripts(unicodeDomain)) return undefined
  if (unicodeDomain.normalize('NFKC') !== unicodeDomain) return undefined
  // EMAIL rejects any remaining non-ASCII characters before the @.
  const local = typed.slice(0, at).toLowerCase()
  const email = `${local}@${domainToASCII(unicodeDomain).toLowerCase()}`
  const isValid = local.length <= MAX_EMAIL_LOCAL_LENGTH && email.length <= MAX_EMAIL_LENGTH && EMAIL.test(email)
  return isValid ? email : undefined
}

/**
 * The form of an address or number that limits count: without a `+tag`, which leads to the same mailbox. Never use it
 * for ownership.
 */
export function countedTarget(target: string): string {
  return target.replace(/^(.[^+]*)\+.*(?=@)/, '$1')
}
