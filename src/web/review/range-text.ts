import type { Review } from '#contract/review.ts'
import type { Texts } from '../texts.tsx'

/** A band in words. */
export function rangeText(t: Texts, { lowest, highest }: Review['estimate']['band']): string {
  return lowest === highest ? t('review.one', { level: lowest }) : t('review.range', { lowest, highest })
}
