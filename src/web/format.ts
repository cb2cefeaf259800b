import type { Currency } from '#contract/brand.ts'

/** Formats a whole number as a percentage. */
export function formatPercent(percent: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent' }).format(percent / 100)
}

/** Formats a whole number with digit grouping. */
export function formatCount(count: number, locale: string): string {
  return new Intl.NumberFormat(locale).format(count)
}

/** In UTC, so server and browser render the same. */
const utcFormat = (locale: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })

// Creating a format takes longer than using it, so lists share one.

/** Formats days for a chart, without the year. */
export const shortDayFormat = (locale: string) => utcFormat(locale, { day: 'numeric', month: 'short' })

/** Formats days in full. */
export const longDayFormat = (locale: string) => utcFormat(locale, { dateStyle: 'long' })

/** Formats days of the coming weeks in a time zone. */
export const weekdayFormat = (locale: string, timeZone: string) =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone })

/** Formats times of day in a time zone. */
export const hourFormat = (locale: string, timeZone: string) =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone })

/** The UTC day of a moment (ISO 8601). */
export function formatDay(locale: string, moment: string): string {
  return utcFormat(locale, { dateStyle: 'medium' }).format(new Date(moment))
}

/** Formats a price. `amount` is in the currency's smallest unit, as in the API: cents, or yen. */
export function formatPrice(amount: number, locale: string, { code, place }: Currency): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency: code })
  const price = amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 0)
  if (!place) return format.format(price)
  const parts = format.formatToParts(price).filter(({ type }) => type !== 'literal')
  const sign = parts.find(({ type }) => type === 'currency')?.value ?? code
  const figures = parts.map(({ type, value }) => (type === 'currency' ? '' : value)).join('')
  if (place === 'after') return `${figures}\u00a0${sign}`
  return /\p{L}$/u.test(sign) ? `${sign}\u00a0${figures}` : `${sign}${figures}`
}

/** A country's name in the interface language, from its two-letter code; '' if unknown. */
export function countryName(id: string | null, locale: string): string {
  return id && /^[A-Z]{2}$/.test(id) ? (new Intl.DisplayNames(locale, { type: 'region' }).of(id) ?? '') : ''
}

const DAY_MS = 24 * 3600_000

/** Separators between day and time other than a comma. */
const COMMAS = [
  [/^(zh|ja|ko)/, ' '],
  [/^ar/, '، '],
] as const

/** Joins sentences: Chinese and Japanese put no space between them. */
export function joinSentences(locale: string, sentences: readonly string[]): string {
  return sentences.join(/^(zh|ja)/.test(locale) ? '' : ' ')
}

/** Formats an upcoming time in the visitor's time zone: "Tomorrow, 10:00", or with the day of the week. */
export function formatTime(locale: string, moment: string, now = new Date()): string {
  const time = new Date(moment)
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
  const days = Math.round((midnight(time) - midnight(now)) / DAY_MS)
  const day =
    days < 2
      ? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day')
      : new Intl.DateTimeFormat(locale, { weekday: 'long' }).format(time)
  const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(time)
  return (
    day.charAt(0).toLocaleUpperCase(locale) +
    day.slice(1) +
    (COMMAS.find(([languages]) => languages.test(locale))?.[1] ?? ', ') +
    clock
  )
}
