import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import type { PercentileSource } from '#quiz/percentile.ts'
import type { LevelRule } from '#quiz/test-plan.ts'
import type { AccountData } from './account.ts'
import type { Assessment } from './assessments.ts'
import type { OfferedProvider } from './auth.ts'
import type { Currency, Legal, ReportBlock } from './brand.ts'
import type { LinkPlace, LinkTemplates } from './deep-links.ts'
import type { Id } from './ids.ts'
import type { Login } from './profile.ts'
import type { CardSet, TeacherItem } from './recommendations.ts'

/** How visitors can sign in. `marketplaceUrl` is the external marketplace's sign-in page; null if this service signs people in. */
export type SignIn = {
  providers: readonly OfferedProvider[]
  marketplaceUrl: string | null
  legal: Legal
  /** The calling code of the visitor's country, such as +49, for phone numbers that are typed without one. */
  dialCode: string | null
}

/** A sample question for the guide, not from the bank. */
export type GuideSample = { before: string; word: string; after: string; options: string[] }

/** What the server puts into the quiz page for its start in the browser. */
export type QuizPageState = {
  /** The query's supported language, and its level where allowed; anything else is ignored. */
  queryLanguage: Language | null
  queryLevel: Level | null
  isMobileApp: boolean
  /** The same as in GET /v2/login. */
  login: Login
  /** The external marketplace did not identify the visitor in time: `login` names nobody, though they may be signed in. */
  isLoginUnknown: boolean
  /** The free-trial event of this login has not been fired yet. */
  isFreeTrialDue: boolean
  /** The signed-in learner's language: the first tile (Specification §2). */
  learningLanguage: Language | null
  /** The base URL of avatar file names; '' if avatars are drawn from them. */
  avatarBaseUrl: string
  /** In a frame: the origins that may embed it. */
  embedders: string[] | null
  signIn: SignIn
  /** Children's purposes are not offered in China (Specification §6). */
  isInChina: boolean
  /** Sharing is hidden in China unless inside the app (Specification §6). */
  mayShare: boolean
  /** The parts of the report to show, in this order. */
  blocks: readonly ReportBlock[]
  currency: Currency
  /** The operator's Facebook app and the URL of the social SDK; '' if there is none. */
  social: { facebookAppId: string; sdkUrl: string }
  /** The mini-program page to relaunch at the end of a test. */
  wechatScorePage: string
  /** The mini-program's pages for signing in and sharing; '' if it has none. */
  wechatSignInPage: string
  wechatSharePage: string
  /** The prefix of the app's URLs (contract/deep-links.ts). */
  appUrlScheme: string
  /** The base URL of teacher, vocabulary and community links; '' for this service itself. */
  webBaseUrl: string
  templates: LinkTemplates
  /** The open assessments of the visitor and of the account signed in, the newest of each language. */
  open: Assessment[]
  /** The picture keys of the two picture levels, so that they can be preloaded before their round is known. */
  pictures: { A1: string[]; A2: string[] }
  samples: Record<Language, GuideSample>
  /** Their last finished assessments, newest first. */
  finished: Assessment[]
}

/** The landing's data: who is signed in, for the flow id (Specification §3), and whether the free-trial event is due. */
export type LandingPageData = {
  /** The newest result; its level only for who is signed in. */
  last: { language: Language; level: Level | null } | null
  userId: Id | undefined
  isFreeTrialDue: boolean
}

/** The account page's data. */
export type AccountPageState = {
  /** Null if signed out: the page then offers sign-in. */
  account: AccountData | null
  /** The account was deleted just now. */
  isDeleted: boolean
  isFreeTrialDue: boolean
  country: string | null
  signIn: SignIn
  /** By their ids. An account that the app created has a provider that cannot be used here; it has no name. */
  providerNames: Record<string, string>
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

/** The data of "How this test works": the current rule and its accuracy. */
export type HowPageData = {
  rule: LevelRule
  /** Where the percentage comes from, and how many finished assessments it takes to count it. */
  percentileSource: PercentileSource
  observedFrom: number
  takers: number
  accuracy: Accuracy
  /** The ceiling: the share a test that knows the true difficulties gets exactly right. */
  ceiling: number
}

/** The data of the legal pages. Beside another marketplace, that one has the accounts; `givesResults`: and gets what people reach. */
export type LegalPageData = { legal: Legal; hasOwnAccounts: boolean; givesResults: boolean }

/** The data of the built-in marketplace's pages. */
export type TeacherOnPage = TeacherItem & { about: string }

export type TeachersPageData = {
  currency: Currency
  language: Language
  teachers: TeacherOnPage[]
  /** The page says that nothing can be booked. */
  isDemo: boolean
  avatarBaseUrl: string
  links: LinkPlace
}

export type TeacherPageData = {
  currency: Currency
  language: Language
  teacher: TeacherOnPage
  languages: Language[]
  /** The start times of the next free slots. */
  free: Date[]
  /** '' if not known. */
  bookingUrl: string
  isDemo: boolean
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
  /** What the viewer may do with it. */
  removal: 'delete' | 'takeDown' | null
}

export type CommunityPageData = {
  /** Newest first. */
  posts: PostOnPage[]
  isFirst: boolean
  /** The cursor for older posts; null if there are none. */
  older: string | null
  avatarBaseUrl: string
  links: LinkPlace
}
