import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import type { PercentileSource } from '#quiz/percentile.ts'
import type { LevelRule } from '#quiz/test-plan.ts'
import type { AccountData } from './account.ts'
import type { Assessment } from './assessments.ts'
import type { Provider } from './auth.ts'
import type { LinkPlace } from './deep-links.ts'
import type { Login } from './profile.ts'
import type { CardSet, TeacherItem } from './recommendations.ts'

/** How visitors can sign in. `marketplaceUrl` is the page of the marketplace beside us that does it; null where this service does. */
export type SignIn = { providers: readonly Provider[]; marketplaceUrl: string | null }

/** What the server puts into the quiz page for its start in the browser. */
export type QuizPageState = {
  /** The query's supported language, and its level where one counts; anything else is ignored. */
  queryLanguage: Language | null
  queryLevel: Level | null
  isMobileApp: boolean
  /** The same as GET /v2/login says. */
  login: Login
  /** The marketplace beside us did not say in time who this is: `login` names nobody, who may be signed in all the same. */
  isLoginUnknown: boolean
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
  /** The mini-program's pages for signing in and for sharing; '' where it has none. */
  wechatSignInPage: string
  wechatSharePage: string
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

/** What the server puts into the landing: who is signed in, for the flow id (Specification §3). */
export type LandingPageData = { userId: number | undefined }

/** What the server puts into the account page. */
export type AccountPageState = {
  /** Null when signed out: the page then offers the ways to sign in. */
  account: AccountData | null
  country: string | null
  signIn: SignIn
  /** Sharing is hidden in China unless inside the app (Specification §6). */
  mayShare: boolean
  avatarBaseUrl: string
}

/** Of simulated takers, as shares (docs/measurement.md). */
export type Accuracy = {
  exact: number
  withinOne: number
  /** From A1 to C2. */
  exactByLevel: number[]
}

/** What "How this test works" shows: the rule in force and how well it does. */
export type HowPageData = {
  rule: LevelRule
  /** Where the percentage comes from, and from how many finished assessments on it is counted. */
  percentileSource: PercentileSource
  observedFrom: number
  takers: number
  accuracy: Accuracy
  /** What a test that knows the true difficulties gets exactly right: the ceiling. */
  ceiling: number
}

/** What the server gives to the pages of the built-in marketplace. */
export type TeacherOnPage = TeacherItem & { about: string }

export type TeachersPageData = {
  language: Language
  teachers: TeacherOnPage[]
  avatarBaseUrl: string
  links: LinkPlace
}

export type TeacherPageData = {
  language: Language
  teacher: TeacherOnPage
  languages: Language[]
  /** The beginnings of the next free slots. */
  free: Date[]
  avatarBaseUrl: string
  links: LinkPlace
}

export type VocabularyPageData = { links: LinkPlace; set: CardSet; cards: { front: string; back: string }[] }

export type PostOnPage = {
  id: string
  report_id: string
  text: string
  created_at: Date
  nickname: string
  avatar_file_name: string
  language: Language
  level: Level
  /** What whoever looks may do with it. */
  removal: 'delete' | 'takeDown' | null
}

export type CommunityPageData = {
  /** Newest first. */
  posts: PostOnPage[]
  isFirst: boolean
  /** The post after which the older ones begin; null when there are none. */
  older: string | null
  avatarBaseUrl: string
  links: LinkPlace
}
