import type { Language } from '#quiz/languages.ts'
import { formatCount } from '../format.ts'
import { useTexts } from '../texts.tsx'

const TEXTS = {
  own: { counted: 'result.thanOf', drawn: 'result.thanDrawn' },
  public: { counted: 'report.thanOf', drawn: 'report.thanDrawn' },
} as const

type PercentileSourceProps = {
  /** Whose percentage it is: one's own, or that of a public report. */
  result: keyof typeof TEXTS
  language: Language
  /** The number of finished attempts that it was counted from; null when it was drawn. */
  of: number | null
}

/** Says where a percentage comes from. */
export function PercentileSource({ result, language, of }: PercentileSourceProps) {
  const t = useTexts()
  const { counted, drawn } = TEXTS[result]
  return of === null ? t(drawn) : t(counted, { count: formatCount(of, t.locale), language })
}
