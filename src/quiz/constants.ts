/**
 * The business constants of the specification, in the order of its §9, and then ours. Code takes them from here. Style
 * sheets and texts repeat some; constants.test.ts compares those, and each value with the specification.
 */

/** The CEFR levels from lowest to highest, numbered 1 to 6 in a language list. */
export const LEVELS = ['A1', 'A2', 'B1', 'B2', 'C1', 'C2'] as const

export type Level = (typeof LEVELS)[number]

/** Native, in a language list. */
export const NATIVE_LEVEL = 7

/** The duration of a test that the texts promise. */
export const TEST_MINUTES = 3

const ROUNDS = 5
export const ROUND_SIZE = 3
export const QUESTIONS = ROUNDS * ROUND_SIZE

export const START_LEVEL: Level = 'B1'

/** Right answers needed in a round to move one level up; fewer move one level down (§4). */
export const MIN_CORRECT_TO_RISE = 2

/** The delay between an answer and the next question. */
export const ANSWER_DELAY_MS = 50

/** The percentiles for "You scored higher than {percent}%" at each level, inclusive (§4). */
export const PERCENTILE_BANDS: Record<Level, readonly [lowest: number, highest: number]> = {
  A1: [45, 49],
  A2: [55, 59],
  B1: [65, 69],
  B2: [75, 79],
  C1: [85, 89],
  C2: [95, 99],
}

/** The tick interval of the test-end counter. */
export const TICK_MS = 100

/** The increment per tick while the counter is below a threshold (§4). */
export const TICK_STEPS = [
  { below: 60, step: 8 },
  { below: 70, step: 7 },
  { below: 80, step: 4 },
  { below: 90, step: 3 },
  { below: 100, step: 1 },
] as const

export const TEACHERS_SHOWN = 2
export const VOCABULARY_SETS_SHOWN = 2

/** The `page_size` of a request for teachers. */
export const TEACHER_PAGE_SIZE = 20

/** The days ahead to search for teachers, one window each. */
export const WINDOW_DAYS = [1, 2, 3, 4] as const

/** The maximum length of the free text of 'other purpose', in characters. */
export const MAX_OTHER_PURPOSE_LENGTH = 200

/** The lifetime of a sign-in. */
export const SESSION_DAYS = 30

/** The picture of a question, in CSS pixels. */
export const PICTURE_SIZE = { width: 195, height: 144 } as const

/** Marks the product's own vocabulary sets. */
export const PRODUCT_CREATOR_ID = 9999

/** The session storage key of a stored result. */
export const STORED_OPTIONS_KEY = 'ASSESSMENT_OPTION_STORE_KEY'

/** Options per question. */
export const CORRECT_OPTIONS = 1
export const INCORRECT_OPTIONS = 3
export const OPTIONS = CORRECT_OPTIONS + INCORRECT_OPTIONS

/** Email address, and its part before the @ (§5). */
export const MAX_EMAIL_LENGTH = 254
export const MAX_EMAIL_LOCAL_LENGTH = 64

// Where the specification is silent:

/** The maximum number of new tests per browser or account in 24 hours: enough for a class that shares a tablet. */
export const MAX_TESTS_PER_DAY = 100

/** How long an open test can be resumed. */
export const RESUME_HOURS = 24
