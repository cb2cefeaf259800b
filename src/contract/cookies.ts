import { LANGUAGES, type Language } from '#quiz/languages.ts'

const NAMES = ['visitor', 'embedded_visitor', 'free_trial', 'login_country', 'consent', 'hl', 'code_browser'] as const

/**
 * The cookies that this service sets, without the prefix that they get over HTTPS. `sid` is set only without a linked
 * marketplace, because the marketplace's own cookie may have that name.
 */
export type CookieName = (typeof NAMES)[number] | `assessment_${Language}` | 'sid'

/** The cookies that this service sets alongside a marketplace. */
export const OUR_COOKIES: ReadonlySet<string> = new Set<CookieName>([
  ...NAMES,
  ...LANGUAGES.map((language) => `assessment_${language}` as const),
])
