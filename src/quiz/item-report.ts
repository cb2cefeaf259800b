/** What can be wrong with a question, as the person who was asked it sees it. */
export const REPORT_REASONS = ['wrong_key', 'several_right', 'mistake', 'unclear', 'offensive', 'other'] as const

export type ReportReason = (typeof REPORT_REASONS)[number]

/** The longest note beside a reason, in characters as people count them. */
export const REPORT_NOTE_MAX = 200
