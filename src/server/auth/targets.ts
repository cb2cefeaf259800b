import { domainToASCII } from 'node:url'

const MAX_CHARACTERS = 254
const MAX_LOCAL_CHARACTERS = 64
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
 * The canonical form in which an address is stored, or undefined if it is not valid (Specification §5: general syntax, at most
 * 254 characters, at most 64 before the @). Refuses anything that NFKC would change and anything invisible, so that no look-alike passes
 * this check and later folds into somebody else's address.
 */
export function normalizeEmail(text: string): string | undefined {
  const typed = text.trim()
  if (/[\p{C}\p{Z}]/u.test(typed) || typed.normalize('NFKC') !== typed.normalize('NFC')) return undefined
  const at = typed.lastIndexOf('@')
  const unicodeDomain = typed.slice(at + 1).normalize('NFC')
  // With slashes, colons and the like, domainToASCII would take only part of the text as the domain.
  if (at < 1 || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(unicodeDomain) || mixesScripts(unicodeDomain)) return undefined
  const local = typed.slice(0, at).toLowerCase()
  const email = `${local}@${domainToASCII(unicodeDomain).toLowerCase()}`
  const isValid = local.length <= MAX_LOCAL_CHARACTERS && email.length <= MAX_CHARACTERS && EMAIL.test(email)
  return isValid ? email : undefined
}

/**
 * The address as limits count it: `+tags` reach the same mailbox, and so do dots at Gmail. For counting only; ownership is decided by
 * the full address, since not every mail service treats tags that way.
 */
export function countedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at).replace(/(?<=.)\+.*$/, '')
  const domain = email.slice(at + 1)
  return /^(gmail|googlemail)\.com$/.test(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}

/** International format with the usual separators. Digits other than ASCII are refused, not converted. */
const PHONE = /^\+[1-9][0-9 ().-]{5,24}$/

/** The rules of all countries' numbers. A start does not wait for them. */
const phoneRules = () => import('libphonenumber-js/max')

/** The calling code of a country, such as +49; null for none. */
export async function dialCodeOf(country: string | null): Promise<string | null> {
  if (!country) return null
  const { getCountryCallingCode, isSupportedCountry } = await phoneRules()
  return isSupportedCountry(country) ? `+${getCountryCallingCode(country)}` : null
}

/** Digits after the country code that identify a number range: roughly one operator's block. */
const RANGE_DIGITS = 4

/**
 * The prefix of an E.164 number: the country code and the digits of its range. SMS pumping, where the fraudster gets a cut of the fees, uses many
 * numbers from few ranges.
 */
export async function numberRange(number: string): Promise<string> {
  const { parsePhoneNumberFromString } = await phoneRules()
  const code = parsePhoneNumberFromString(number)?.countryCallingCode ?? ''
  return number.slice(0, 1 + code.length + RANGE_DIGITS)
}

/**
 * The number in E.164, or undefined if it cannot receive a code: it is invalid, its country is not listed, or its kind costs extra
 * (premium rate, shared cost) or receives no messages. Only numbers that are or may be mobile pass.
 */
export async function normalizePhone(text: string, countries: readonly string[]): Promise<string | undefined> {
  const typed = text.trim()
  if (!PHONE.test(typed)) return undefined
  const { parsePhoneNumberFromString } = await phoneRules()
  const phone = parsePhoneNumberFromString(typed, { extract: false })
  if (!phone?.isValid() || phone.ext || !phone.country || !countries.includes(phone.country)) return undefined
  const type = phone.getType()
  return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE' ? phone.number : undefined
}

/** The country of a number to which no codes go because it is not listed. Undefined where the number's code is shared with a listed country. */
export async function refusedCountry(text: string, countries: readonly string[]): Promise<string | undefined> {
  const typed = text.trim()
  if (!PHONE.test(typed)) return undefined
  const { parsePhoneNumberFromString } = await phoneRules()
  const phone = parsePhoneNumberFromString(typed, { extract: false })
  const possible = phone?.country ? [phone.country] : (phone?.getPossibleCountries() ?? [])
  return possible.some((country) => countries.includes(country)) ? undefined : possible[0]
}
