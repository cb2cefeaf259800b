/** What a taker says of the level that a test came to. */
export const LEVEL_FITS = ['too_low', 'about_right', 'too_high'] as const

export type LevelFit = (typeof LEVEL_FITS)[number]

/** Who says which level somebody has: the maker of a certificate, a course, a teacher, or they themselves. */
export const CLAIM_SOURCES = ['certificate', 'course', 'teacher', 'own'] as const

export type ClaimSource = (typeof CLAIM_SOURCES)[number]

/** The longest name of a grade (certificates.ts). */
export const GRADE_MAX = 40

/** The first year that a certificate may be from: none of those that we know is older. */
export const FIRST_CERTIFICATE_YEAR = 1980
