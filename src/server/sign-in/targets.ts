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
 * The prefix of an E.164 number: the country code and the digits of its range. SMS pumping, where the fraudster gets a
 * cut of the fees, uses many numbers from few ranges.
 */
export async function numberRange(number: string): Promise<string> {
  const { parsePhoneNumberFromString } = await phoneRules()
  const code = parsePhoneNumberFromString(number)?.countryCallingCode ?? ''
  return number.slice(0, 1 + code.length + RANGE_DIGITS)
}

/**
 * The number in E.164, or undefined if it cannot receive a code: it is invalid, its country is not listed, or its kind
 * costs extra (premium rate, shared cost) or receives no messages. Only numbers that are or may be mobile pass.
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

/**
 * The country of a number to which no codes go because it is not listed. Undefined where the number's code is shared
 * with a listed country.
 */
export async function refusedCountry(text: string, countries: readonly string[]): Promise<string | undefined> {
  const typed = text.trim()
  if (!PHONE.test(typed)) return undefined
  const { parsePhoneNumberFromString } = await phoneRules()
  const phone = parsePhoneNumberFromString(typed, { extract: false })
  const possible = phone?.country ? [phone.country] : (phone?.getPossibleCountries() ?? [])
  return possible.some((country) => countries.includes(country)) ? undefined : possible[0]
}
