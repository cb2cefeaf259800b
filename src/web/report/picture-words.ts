import type { PublicReport } from '#contract/sharing.ts'
import { rangeText } from '../format.ts'
import type { Texts } from '../texts.tsx'

/** The words in the picture of a report. */
export type ReportPictureTexts = {
  /** The nickname; '' for none. */
  name: string
  headline: string
  range: string
  levelTitle: string
  than: string
  invitation: string
  site: string
}

export function reportPictureTexts(
  t: Texts,
  { nickname, language, level, percentile, band }: PublicReport,
): ReportPictureTexts {
  return {
    name: nickname.trim(),
    headline: t('report.titleNameless', { language, level }),
    range: rangeText(t, band),
    levelTitle: t(`level.${level}.title`),
    than: t('report.than', { percent: percentile }),
    invitation: t('report.invitation', { language }),
    site: t('site.name'),
  }
}

/** For stories, in pixels: apps cover the top and bottom. */
export const STORY_PICTURE_SIZE = { width: 1080, height: 1920 } as const

/** In pixels. Link previews show this size uncropped (Facebook, "Images in Link Shares"). */
export const REPORT_PICTURE_SIZE = { width: 1200, height: 630 } as const

/** The report in one sentence. */
export function reportTitle(t: Texts, report: Pick<PublicReport, 'nickname' | 'language' | 'level'>): string {
  const values = { language: report.language, level: report.level }
  const nickname = report.nickname.trim()
  return nickname ? t('report.title', { ...values, nickname }) : t('report.titleNameless', values)
}
