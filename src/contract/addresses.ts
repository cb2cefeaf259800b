export * from './page-addresses.ts'

export const root = '/'
/** Redirects a signed-in learner to the account, or to the dashboard of the app or of the service at WEB_BASE_URL. */
export const dashboard = '/dashboard'
export const quizIn = (language: string) => `/languageassessment/quiz?language=${language}`
/** The newest result, for whoever has left it. */
export const lastResult = '/languageassessment/quiz#last'
export const reportPicture = (id: string) => `/languageassessment/report/${id}/picture.png`
export const reports = '/v1/reports'
export const sharedReport = (id: string) => `/v1/reports/${id}` as const
/** The quiz to embed as a frame on another site (docs/embedding.md). */
export const embedded = '/languageassessment/embedded'
/** Hands an assessment taken in a frame over to the browser's own visitor or account. */
export const takeover = '/languageassessment/takeover'
export const assessments = '/v1/assessments'
export const assessment = (id: string) => `/v1/assessments/${id}` as const
export const handover = (id: string) => `/v1/assessments/${id}/handover` as const
export const answer = (id: string, position: number | string) => `/v1/assessments/${id}/answers/${position}` as const
/** What the signed-in owner of a finished assessment may see of it. */
export const review = (id: string) => `/v1/assessments/${id}/review` as const
export const itemReport = (id: string, position: number | string) =>
  `/v1/assessments/${id}/items/${position}/report` as const
export const events = '/v1/events'
export const consent = '/v1/consent'
export const login = '/v2/login'
export const freeTrialEvent = '/v2/language_assessment/free_trial_event'
export const foundation = '/v2/me/foundation'
export const profile = '/v2/me/profile'
export const onboarding = '/v2/me/onboarding'
export const user = (id: number | string) => `/v2/user/${id}` as const
export const purposes = '/v2/user/onboardinginfo_v2'
export const teacherSearch = '/v2/teachers'
export const cardSetsExplore = '/v3/flash_card/card_sets_explore'
export const userMini = (id: number | string) => `/v2/usermini/${id}` as const
export const wechatJsApi = '/v2/finance/payment/wechat/jsapi'
export const codes = '/v1/auth/codes'
export const sessions = '/v1/auth/sessions'
/** Signs in the mobile app's user with the app's token. */
export const appSessions = '/v1/auth/app-sessions'
export const currentSession = '/v1/auth/sessions/current'
export const accountData = '/v1/account'
export const signInWith = (provider: string) => `/auth/${provider}`
export const callback = (provider: string) => `/auth/${provider}/callback`
export const sitemap = '/languageassessment/sitemap.xml'
/** Served only without an external marketplace, which would own the root. */
export const robots = '/robots.txt'
export const communityRemoval = (id: string) => `/community/language-assessment/${id}/removal`
export const communityPosts = '/v1/community/posts'
export const communityPost = (id: string) => `/v1/community/posts/${id}` as const
/** Staff only. */
export const insightsTable = (table: string) => `/insights/${table}.csv`
export const demoAccounts = '/demo/accounts'
export const demoMailbox = '/demo/mailbox'
export const health = '/healthz'
export const ready = '/readyz'
export const openapi = '/openapi.json'
const staticFiles = '/static/'

export { staticFiles as static }
/** An avatar drawn from a seed, used instead of a file name (docs/marketplace.md). */
export const avatar = (seed: string) => `/static/avatars/${seed}.svg`
/** Specification §3: the lowercased picture key with a jpg extension. */
export const picture = (key: string) => `/static/image/languageassessment/${key.toLowerCase()}.jpg`
/** The same picture at twice the size, for dense screens. */
export const pictureTwice = (key: string) => `/static/image/languageassessment/${key.toLowerCase()}@2x.jpg`
