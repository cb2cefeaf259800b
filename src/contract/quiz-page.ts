import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import type { Login } from './account.ts'
import type { Assessment } from './assessments.ts'
import type { Provider } from './auth.ts'

/** How visitors can sign in. `marketplaceUrl` is the page of the marketplace beside us that does it; null where this service does. */
export type SignIn = { providers: readonly Provider[]; marketplaceUrl: string | null }

/** What the server puts into the quiz page for its start in the browser. */
export type QuizPageState = {
  /** The query's supported language, and its level where one counts (design §7); anything else is ignored. */
  queryLanguage: Language | null
  queryLevel: Level | null
  isMobileApp: boolean
  /** The same as GET /v2/login says. */
  login: Login
  /** What the signed-in learner learns: stands first among the tiles (Specification §2). */
  learningLanguage: Language | null
  /** Where avatar file names lead; '' when avatars are drawn from them. */
  avatarBaseUrl: string
  /** In a frame: the origins of the pages that may hold it. */
  embedders: string[] | null
  signIn: SignIn
  /** No purposes of children are offered in China (Specification §6). */
  isInChina: boolean
  /** Sharing is hidden in China unless inside the app (Specification §6). */
  mayShare: boolean
  /** The operator's Facebook app and the address of the social SDK; '' where there is none. */
  social: { facebookAppId: string; sdkUrl: string }
  /** The mini-program's page that the end of a test relaunches. */
  wechatScorePage: string
  /** What the app's addresses begin with (contract/deep-links.ts). */
  appUrlScheme: string
  /** Where teacher, vocabulary and community links lead; '' when that is this service itself. */
  webBaseUrl: string
  /** The open assessments of the visitor and of the account signed in, the newest of each language. */
  open: Assessment[]
  /** The picture keys of the two picture levels, so that a round of them can be loaded before it is known to come. */
  pictures: { A1: string[]; A2: string[] }
  /** Their last finished assessments, newest first. */
  finished: Assessment[]
}
