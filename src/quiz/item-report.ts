/** What can be wrong with a question, from the taker's point of view. */
export const REPORT_REASONS = ['wrong_key', 'several_right', 'mistake', 'unclear', 'offensive', 'other'] as const

export type ReportReason = (typeof REPORT_REASONS)[number]

/** The longest note with a report, in code points. */
export const REPORT_NOTE_MAX = 200
