/** What a taker says of the level that a test came to. */
export const LEVEL_FITS = ['too_low', 'about_right', 'too_high'] as const

export type LevelFit = (typeof LEVEL_FITS)[number]

/** Who says which level somebody has: the maker of a certificate, a course, a teacher, or they themselves. */
export const CLAIM_SOURCES = ['certificate', 'course', 'teacher', 'own'] as const

export type ClaimSource = (typeof CLAIM_SOURCES)[number]

/** Where a known level comes from: what takers say, or a teacher's verdict that the marketplace sends. */
export const KNOWN_SOURCES = [...CLAIM_SOURCES, 'verdict'] as const

export type KnownSource = (typeof KNOWN_SOURCES)[number]

/** The longest name of a grade (certificates.ts). */
export const GRADE_MAX = 40

/** The first year that a certificate may be from: none of those that we know is older. */
export const FIRST_CERTIFICATE_YEAR = 1980

/** Nothing is shown that fewer people than this say. */
export const FEWEST_PEOPLE = 20

/** From this many certificates in a language on, visitors see how well the levels agree with them. */
export const FEWEST_CERTIFICATES = 200
