import type { Level } from '#quiz/levels.ts'
import type { ReportPictureTexts } from '#web/report/report-texts.ts'

/** What stands in a report's picture: all that makes two pictures differ. */
export type Drawing = ReportPictureTexts & {
  level: Level
  direction: 'ltr' | 'rtl'
}
