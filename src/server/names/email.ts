import { domainToASCII } from 'node:url'
import { MAX_EMAIL_LENGTH, MAX_EMAIL_LOCAL_LENGTH } from '#quiz/constants.ts'

const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const EMAIL = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?!\\d+$)${LABEL}$`)

/** Whether one label mixes scripts with look-alike letters, the mark of a spoofed domain. */
function mixesScripts(domain: string): boolean {
  return domain
    .split('.')
    .some((label) => /\p{Script=Latin}/u.test(label) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(label))
}

/**
 * Control characters, spaces, and what a domain name loses on its way to ASCII, such as variation selectors. It keeps
 * joiners where their script needs them, and has no ASCII with any others.
 */
const INVISIBLE = /(?![\u200c\u200d])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

const ASCII = /[\0-\x7f]/

/** Whether a character beyond ASCII turns into ASCII when folded, as the Kelvin sign (U+212A) turns into k. */
function foldsIntoAscii(text: string): boolean {
  return [...text].some(
    (character) =>
      !ASCII.test(character) && (ASCII.test(character.normalize('NFKC')) || ASCII.test(character.toLowerCase())),
  )
}

/**
 * The canonical form in which an address is stored and compared, or undefined if it is not valid (Specification §5:
 * general syntax, at most 254 characters, at most 64 before the @). The part before the @ is ASCII, and nothing else
 * may fold into ASCII, so that no look-alike becomes somebody else's address. Every address goes through here: what
 * providers say, and what learners type, once `plainEmail` has read it.
 */
export function normalizeEmail(text: string): string | undefined {
  const typed = text.trim()
  if (INVISIBLE.test(typed) || foldsIntoAscii(typed)) return undefined
  const at = typed.lastIndexOf('@')
  const unicodeDomain = typed.slice(at + 1).normalize('NFC')
  // With slashes, colons and the like, domainToASCII would take only part of the text as the domain.
  if (at < 1 || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(unicodeDomain) || mixesScripts(unicodeDomain)) return undefined
  if (unicodeDomain.normalize('NFKC') !== unicodeDomain) return undefined
  // EMAIL refuses whatever is left beyond ASCII before the @.
  const local = typed.slice(0, at).toLowerCase()
  const email = `${local}@${domainToASCII(unicodeDomain).toLowerCase()}`
  const isValid = local.length <= MAX_EMAIL_LOCAL_LENGTH && email.length <= MAX_EMAIL_LENGTH && EMAIL.test(email)
  return isValid ? email : undefined
}

/** An address or number as limits count it: without a `+tag`, which leads to the same mailbox. Never for ownership. */
export function countedTarget(target: string): string {
  return target.replace(/(?<=.)\+.*(?=@)/, '')
}
