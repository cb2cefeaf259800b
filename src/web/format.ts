/** A whole number of percent as the reader's language writes it. */
export function formatPercent(percent: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent' }).format(percent / 100)
}

/** The UTC day of a moment (ISO 8601), so that server and browser render the same. */
export function formatDay(locale: string, moment: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(moment))
}
