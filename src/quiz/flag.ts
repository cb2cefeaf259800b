/** What a person may flag in a question. */
export const FLAG_REASONS = ['wrong_key', 'several_right', 'mistake', 'unclear', 'offensive', 'other'] as const

export type FlagReason = (typeof FLAG_REASONS)[number]

/** The longest note with a flag, in code points. */
export const MAX_FLAG_NOTE_LENGTH = 200
