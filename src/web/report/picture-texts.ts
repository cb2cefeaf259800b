import type { PublicReport } from '#contract/sharing.ts'
import type { Texts } from '../texts.tsx'

/** The words in the picture of a report. */
export type ReportPictureTexts = {
  /** The nickname; '' for none. */
  name: string
  headline: string
  levelTitle: string
  than: string
  site: string
}

export function reportPictureTexts(
  t: Texts,
  { nickname, language, level, percentile }: PublicReport,
): ReportPictureTexts {
  return {
    name: nickname.trim(),
    headline: t('report.titleNameless', { language, level }),
    levelTitle: t(`level.${level}.title`),
    than: t('report.than', { percent: percentile }),
    site: t('site.name'),
  }
}
