import type { PublicReport } from '#contract/reports.ts'
import type { Texts } from '../texts.tsx'

/** The data of a report that its picture shows. */
export type Pictured = Pick<PublicReport, 'nickname' | 'language' | 'level' | 'percentile'>

/** The texts in the picture of a report. */
export type ReportPictureTexts = {
  /** The nickname; '' for none. */
  name: string
  headline: string
  levelTitle: string
  than: string
  invitation: string
  site: string
}

export function reportPictureTexts(t: Texts, { nickname, language, level, percentile }: Pictured): ReportPictureTexts {
  const [first = '', ...others] = t(`language.${language}`)
  return {
    name: nickname.trim(),
    headline: first.toLocaleUpperCase(t.locale) + others.join(''),
    levelTitle: t(`level.${level}.title`),
    than: t('report.than', { percent: percentile }),
    invitation: t('report.pictureInvitation'),
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
