import type { PublicReport } from '#contract/reports.ts'
import type { Texts } from '../texts.tsx'

/** The first strong isolate and its end: a name of the other direction stays together (Unicode Bidirectional Algorithm, 2.4). */
const [ISOLATE, END] = ['\u2068', '\u2069']
const RIGHT_TO_LEFT = /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u

/** The report in one sentence. */
export function reportTitle(t: Texts, report: Pick<PublicReport, 'nickname' | 'language' | 'level'>): string {
  const values = { language: report.language, level: report.level }
  const nickname = report.nickname.trim()
  if (!nickname) return t('report.titleNameless', values)
  return t('report.title', {
    ...values,
    nickname: RIGHT_TO_LEFT.test(nickname) ? `${ISOLATE}${nickname}${END}` : nickname,
  })
}
