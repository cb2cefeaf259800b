/** The price of a lesson for people; `cents` are US cents, as the API sends them. */
export function formatPrice(cents: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }).format(cents / 100)
}

/** The name of a country of two letters in the interface language; '' when it is not known. */
export function countryName(id: string | null, locale: string): string {
  return id && /^[A-Z]{2}$/.test(id) ? (new Intl.DisplayNames(locale, { type: 'region' }).of(id) ?? '') : ''
}
