/**
 * Every URL of this service. `urls` is this module's own namespace instead of an object, so bundles keep only the
 * addresses that they use.
 */
export * as urls from './urls.ts'

const v1 = '/v1'
const v2 = '/v2'

// Pages (pages.ts)

export const landing = '/languageassessment'
export const quiz = `${landing}/quiz` as const
export const quizIn = (language: string) => `${quiz}?language=${language}`
/** The newest result, for returning to it. */
export const lastResult = `${quiz}#last` as const
/** The unfinished test in this language. */
export const openTest = (language: string) => `${quizIn(language)}#open`
/** The public report. */
export const report = (id: string) => `${landing}/report/${id}`
export const how = `${landing}/how` as const
export const accessibility = `${landing}/accessibility` as const
export const terms = '/terms'
export const privacy = '/privacy'

// The built-in marketplace's pages

export const account = '/account'
/** Redirects a signed-in learner to the account, or to the dashboard of the app or of the service at WEB_BASE_URL. */
export const dashboard = '/dashboard'
/** Specification §2. */
export const teachers = (language: string) => `/teachers/${language}`
export const teacher = (id: number | string, language: string) => `/teacher/${id}/${language}`
export const vocabularySet = (id: number | string) => `/vocab/detail/${id}`
export const community = '/community/language-assessment'

// Other addresses for browsers and crawlers (site.ts)

export const root = '/'
export const reportPicture = (id: string) => `${report(id)}/picture.png`
/** The quiz for an iframe on another site (docs/embedding.md). */
export const embedded = `${landing}/embedded` as const
/** Hands an attempt taken in an iframe over to the browser's own visitor or account. */
export const takeover = `${landing}/takeover` as const
export const sitemap = `${landing}/sitemap.xml` as const
/** Served only if no marketplace shares the host. */
export const robots = '/robots.txt'
const staticFiles = '/static/'

export { staticFiles as static }
/** An avatar generated from a seed, used instead of a file name (docs/marketplace.md). */
export const avatar = (seed: string) => `${staticFiles}avatars/${seed}.svg`
/** Specification §3: the lowercased picture key with a jpg extension. */
export const picture = (key: string) => `${staticFiles}image/languageassessment/${key.toLowerCase()}.jpg`
/** The same picture at twice the size, for dense screens. */
export const pictureTwice = (key: string) => `${staticFiles}image/languageassessment/${key.toLowerCase()}@2x.jpg`

// Attempts

export const attempts = `${v1}/assessments` as const
export const attempt = (id: string) => `${attempts}/${id}` as const
export const answer = (id: string, position: number | string) => `${attempts}/${id}/answers/${position}` as const
export const handover = (id: string) => `${attempts}/${id}/handover` as const
/** The review of a finished attempt, for its signed-in owner. */
export const review = (id: string) => `${attempts}/${id}/review` as const
/** The picture of a result, for its owner. */
export const attemptPicture = (id: string) => `${attempt(id)}/picture.png` as const
/** A flag on a question. */
export const flag = (id: string, position: number | string) => `${attempts}/${id}/items/${position}/flag` as const

// Sharing

export const reports = `${v1}/reports` as const
export const sharedReport = (id: string) => `${reports}/${id}` as const
export const communityPosts = `${v1}/community/posts` as const

// The visitor and the account

export const events = `${v1}/events` as const
export const consent = `${v1}/consent` as const
export const accountData = `${v1}/account` as const
export const codes = `${v1}/auth/codes` as const
export const sessions = `${v1}/auth/sessions` as const
export const currentSession = `${sessions}/current` as const
/** Signs in the mobile app's user with the app's token. */
export const appSessions = `${v1}/auth/app-sessions` as const
export const signInWith = (provider: string) => `/auth/${provider}`
export const callback = (provider: string) => `${signInWith(provider)}/callback`

// The marketplace's calls, ours or forwarded (Specification §7)

export const login = `${v2}/login` as const
export const freeTrialEvent = `${v2}/language_assessment/free_trial_event` as const
export const foundation = `${v2}/me/foundation` as const
export const profile = `${v2}/me/profile` as const
export const onboarding = `${v2}/me/onboarding` as const
export const user = (id: number | string) => `${v2}/user/${id}` as const
export const userMini = (id: number | string) => `${v2}/usermini/${id}` as const
export const purposes = `${v2}/user/onboardinginfo_v2` as const
export const teacherSearch = `${v2}/teachers` as const
export const cardSetsExplore = '/v3/flash_card/card_sets_explore'
export const wechatJsApi = `${v2}/finance/payment/wechat/jsapi` as const

// Server to server (docs/marketplace.md)

export const userData = (id: string) => `${v1}/users/${id}` as const
export const userResults = (id: string) => `${userData(id)}/results` as const
export const userExport = (id: string) => `${userData(id)}/export` as const

// Operations

export const health = '/healthz'
export const ready = '/readyz'
export const openapi = '/openapi.json'

// Demo

export const demoAccounts = '/demo/accounts'
export const demoMailbox = '/demo/mailbox'
