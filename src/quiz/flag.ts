/** Reasons for flagging a question. */
export const FLAG_REASONS = ['wrong_key', 'several_right', 'mistake', 'unclear', 'offensive', 'other'] as const

export type FlagReason = (typeof FLAG_REASONS)[number]

/** The maximum length of a flag's note, in code points. */
export const MAX_FLAG_NOTE_LENGTH = 200
