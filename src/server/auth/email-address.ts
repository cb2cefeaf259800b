import { domainToASCII } from 'node:url'

const MOST_CHARACTERS = 254
const MOST_LOCAL_CHARACTERS = 64
const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const PATTERN = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?!\\d+$)${LABEL}$`)

/** Letters of two scripts that look alike within one label: the mark of a counterfeit domain. */
function mixesScripts(domain: string): boolean {
  return domain
    .split('.')
    .some((label) => /\p{Script=Latin}/u.test(label) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(label))
}

/**
 * The one spelling under which an address is stored, or undefined for what is no address (Specification §5: general syntax, at most 254
 * characters, at most 64 before the @). Normalised before it is checked, so that no look-alike or invisible character can pass one
 * check and be folded into another address later: what NFKC would change and what cannot be seen is refused.
 */
export function normalizeEmail(text: string): string | undefined {
  const typed = text.trim()
  if (/[\p{C}\p{Z}]/u.test(typed) || typed.normalize('NFKC') !== typed.normalize('NFC')) return undefined
  const at = typed.lastIndexOf('@')
  const unicodeDomain = typed.slice(at + 1).normalize('NFC')
  // Slashes, colons and the like would make domainToASCII read a part of the text as the domain.
  if (at < 1 || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(unicodeDomain) || mixesScripts(unicodeDomain)) return undefined
  const local = typed.slice(0, at).toLowerCase()
  const email = `${local}@${domainToASCII(unicodeDomain).toLowerCase()}`
  return local.length <= MOST_LOCAL_CHARACTERS && email.length <= MOST_CHARACTERS && PATTERN.test(email)
    ? email
    : undefined
}
