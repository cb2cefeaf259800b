/** A day for people, the same on the server and in the browser. */
export function formatDay(locale: string, moment: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(moment))
}
