import { plainPhone } from '#contract/typed-text.ts'

/** The number formats of all countries, loaded without delaying startup. */
const phoneRules = () => import('libphonenumber-js/max')

/** Prefixes of international numbers on phones in Europe, America, Australia, and Russia, accepted anywhere. */
const INTERNATIONAL_PREFIX = /^(00|011|0011|810)(?=[1-9])/

/**
 * A number that can receive a code, in E.164 and as people read it; or its country, if codes aren't sent there; or
 * neither.
 */
export type ReadNumber = { number: string; spaced: string } | { refusedCountry: string } | undefined

/**
 * Parses a number as typed in `country`. Codes go only to valid numbers in the listed countries that are or may be
 * mobile: other kinds cost extra (premium rate, shared cost) or receive no messages.
 */
export async function readPhone(
  typed: string,
  country: string | null,
  countries: readonly string[],
): Promise<ReadNumber> {
  const { isSupportedCountry, parsePhoneNumberFromString } = await phoneRules()
  const text = plainPhone(typed)
  const home = country !== null && isSupportedCountry(country) ? { defaultCountry: country } : {}
  const readings = [
    parsePhoneNumberFromString(text, { ...home, extract: false }),
    text.startsWith('+')
      ? undefined
      : parsePhoneNumberFromString(`+${text.replace(INTERNATIONAL_PREFIX, '')}`, { extract: false }),
  ].filter((reading) => reading !== undefined)
  const mobile = readings.find(
    (phone) => phone.isValid() && !phone.ext && ['MOBILE', 'FIXED_LINE_OR_MOBILE'].includes(phone.getType() ?? ''),
  )
  if (mobile?.country && countries.includes(mobile.country))
    return { number: mobile.number, spaced: mobile.formatInternational() }
  const phone = mobile ?? readings[0]
  // A code such as +1 is shared by several countries.
  const possible = phone?.country ? [phone.country] : (phone?.getPossibleCountries() ?? [])
  const [first] = possible
  return first && !possible.some((one) => countries.includes(one)) ? { refusedCountry: first } : undefined
}
