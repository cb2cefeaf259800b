import type { InsightsFilter } from '#contract/insights.ts'
import { formatPercent } from '../format.ts'
import { useTexts } from '../texts.tsx'

/** The address of another view of the same filter. */
export function withFilter(address: string, filter: InsightsFilter): string {
  return `${address}?${new URLSearchParams(filter)}`
}

/** Numbers as the page's language writes them; what there is none of is a dash. */
export function useNumbers() {
  const { locale } = useTexts()
  const decimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  return {
    count: (value: number) => decimal.format(value),
    share: (part: number, whole: number) =>
      whole === 0 ? '–' : formatPercent(Math.round((100 * part) / whole), locale),
    seconds: (value: number | null) => (value === null ? '–' : decimal.format(value)),
  }
}
