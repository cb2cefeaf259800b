/** A whole number of percent as the reader's language writes it. */
export function formatPercent(percent: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent' }).format(percent / 100)
}

/** The UTC day of a moment (ISO 8601), so that server and browser render the same. */
export function formatDay(locale: string, moment: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(moment))
}

/** A price in US dollars. `cents` are US cents, as the API sends them. */
export function formatPrice(cents: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }).format(cents / 100)
}

/** A country's name in the interface language, from its two-letter code; '' if unknown. */
export function countryName(id: string | null, locale: string): string {
  return id && /^[A-Z]{2}$/.test(id) ? (new Intl.DisplayNames(locale, { type: 'region' }).of(id) ?? '') : ''
}
