import type { PublicReport } from '#contract/sharing.ts'
import type { Texts } from '../texts.tsx'

/** The report in one sentence. */
export function reportTitle(t: Texts, report: Pick<PublicReport, 'nickname' | 'language' | 'level'>): string {
  const values = { language: report.language, level: report.level }
  const nickname = report.nickname.trim()
  return nickname ? t('report.title', { ...values, nickname }) : t('report.titleNameless', values)
}
