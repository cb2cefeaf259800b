import type { Language } from '#quiz/languages.ts'
import { formatCount } from '../format.ts'
import { useTexts } from '../texts.tsx'

type PercentileSourceProps = {
  language: Language
  /** The number of finished attempts that it was counted from; null when it was drawn. */
  of: number | null
}

/** Says where a percentage comes from. */
export function PercentileSource({ language, of }: PercentileSourceProps) {
  const t = useTexts()
  return of === null ? t('result.thanDrawn') : t('result.thanOf', { count: formatCount(of, t.locale), language })
}
