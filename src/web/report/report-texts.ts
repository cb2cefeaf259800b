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

/** In pixels. Link previews show this size uncropped (Facebook, "Images in Link Shares"). */
export const REPORT_PICTURE_SIZE = { width: 1200, height: 630 } as const

/** The report in one sentence. */
export function reportTitle(t: Texts, report: Pick<PublicReport, 'nickname' | 'language' | 'level'>): string {
  const values = { language: report.language, level: report.level }
  const nickname = report.nickname.trim()
  return nickname ? t('report.title', { ...values, nickname }) : t('report.titleNameless', values)
}
