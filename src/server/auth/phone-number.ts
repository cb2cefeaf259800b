import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** The international form, with the usual separators. Other digits than ASCII's are refused, not converted. */
const TYPED = /^\+[1-9][0-9 ().-]{5,24}$/

/** Digits after the country's code that name a range of numbers: about what one operator holds. */
const RANGE_DIGITS = 4

/**
 * What an E.164 number begins with: the country's code and the digits that name a range. Fraud with text messages (numbers that share in the
 * fee) uses many numbers of few ranges.
 */
export function numberRange(number: string): string {
  const code = parsePhoneNumberFromString(number)?.countryCallingCode ?? ''
  return number.slice(0, 1 + code.length + RANGE_DIGITS)
}

/**
 * The number in E.164, or undefined for one that cannot get a code: not a number, of a country that is not on the list, or of a kind that
 * costs (premium, shared cost) or receives nothing. Only mobile numbers and those that may be mobile pass.
 */
export function normalizePhone(text: string, countries: readonly string[]): string | undefined {
  const typed = text.trim()
  if (!TYPED.test(typed)) return undefined
  const phone = parsePhoneNumberFromString(typed, { extract: false })
  if (!phone?.isValid() || phone.ext || !phone.country || !countries.includes(phone.country)) return undefined
  const type = phone.getType()
  return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE' ? phone.number : undefined
}
