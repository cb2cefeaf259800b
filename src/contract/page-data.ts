import type { Level } from '#quiz/constants.ts'
import type { Language } from '#quiz/languages.ts'
import type { LevelRuleName } from '#quiz/level-rule.ts'
import type { AccountData } from './account.ts'
import type { Attempt } from './attempts.ts'
import type { Currency, Legal } from './brand.ts'
import type { Consent } from './consent.ts'
import type { LinkPlace } from './deep-links.ts'
import type { Id } from './ids.ts'
import type { Login } from './profile.ts'
import type { CardSet, TeacherItem } from './recommendations.ts'
import type { PublicReport } from './reports.ts'
import type { CodeChannel, Provider } from './sign-in.ts'

/** How visitors can sign in. */
export type SignIn = {
  /** Whether this service has the accounts and the pages about them; otherwise, the linked marketplace has both. */
  hasOwnAccounts: boolean
  providers: readonly Provider[]
  /** The linked marketplace's sign-in page; null if this service signs people in. */
  linkedSignInUrl: string | null
  legal: Legal
  /** The channels for one-time codes. */
  codeChannels: readonly CodeChannel[]
}

/** A sample question for the guide, not from the bank. */
export type GuideSample = { before: string; word: string; after: string; options: string[] }

/** The visitor of the quiz page. */
export type QuizVisitor = {
  /** Same as in GET /v2/login. */
  login: Login
  /** The linked marketplace didn't identify the visitor in time: `login` has no user, though they may be signed in. */
  isLoginUnknown: boolean
  /** The free-trial event for this login hasn't been fired yet. */
  isFreeTrialDue: boolean
  /** The signed-in learner's language: the first tile (Specification §2). */
  learningLanguage: Language | null
  /** Children's purposes aren't offered in China (Specification §6). */
  isInChina: boolean
}

/** The context that the quiz page runs in. */
export type QuizHost = {
  isMobileApp: boolean
  /** In an iframe: the origins that may embed it. */
  embedders: string[] | null
  /**
   * The mini-program's pages for relaunching at the end of a test, for signing in, and for sharing; '' if it has none.
   */
  miniProgram: { scorePage: string; signInPage: string; sharePage: string }
}

/** Settings for the result screen. */
export type ResultOptions = {
  /** The currency of teachers' prices. */
  currency: Currency
  /** The base URL of avatar file names; '' if avatars are generated. */
  avatarBaseUrl: string
  /** Sharing is hidden in China unless inside the app (Specification §6). */
  mayShare: boolean
}

/** The operator's Facebook app and the URL of the social SDK; '' if there is none. */
export type Social = { facebookAppId: string; sdkUrl: string }

/** The visitor's attempts. */
export type OwnAttempts = {
  /** Open attempts of the visitor and the signed-in account, the newest in each language. */
  open: Attempt[]
  /** The most recently finished attempts, newest first. */
  finished: Attempt[]
}

/** The initial state in the quiz page, for its script. */
export type QuizPageState = {
  /** The query's language if supported, and its level if allowed; anything else is ignored. */
  query: { language: Language | null; level: Level | null }
  visitor: QuizVisitor
  host: QuizHost
  signIn: SignIn
  attempts: OwnAttempts
  result: ResultOptions
  links: LinkPlace
  social: Social
  /** The picture keys of the two picture levels, for preloading before their round is known. */
  pictures: { A1: string[]; A2: string[] }
  samples: Record<Language, GuideSample>
}

/**
 * The landing page's data: the signed-in user, for the flow id (Specification §3), and whether the free-trial event is
 * due.
 */
export type LandingPageData = {
  /** The newest result; its level only for a signed-in user. */
  last: { language: Language; level: Level | null } | null
  /** The newest unfinished test, and its next question. */
  open: { language: Language; position: number; total: number } | null
  userId: Id | undefined
  isFreeTrialDue: boolean
}

/** The account page's data. */
export type AccountPageState = {
  /** Null if signed out; the page then offers sign-in. */
  account: AccountData | null
  /** The account was just deleted. */
  isDeleted: boolean
  isFreeTrialDue: boolean
  country: string | null
  signIn: SignIn
  /** Sharing is hidden in China unless inside the app (Specification §6). */
  mayShare: boolean
  avatarBaseUrl: string
}

/** Accuracy with simulated test takers, as shares (docs/measurement.md). */
export type Accuracy = {
  exact: number
  withinOne: number
  /** From A1 to C2. */
  exactByLevel: number[]
}

/** The data of "How this test works": the current level rule with its accuracy. */
export type HowPageData = {
  rule: LevelRuleName
  accuracy: Accuracy
  takers: number
  /** How many tests in a row show nine in ten test takers only new questions, by level, from A1 to C2. */
  freshTests: number[]
  /** The ceiling: the share of exact results for a test that knows the true difficulties. */
  ceiling: number
}

/** The data of the legal pages. `givesResults`: a linked marketplace also receives the results. */
export type LegalPageData = { legal: Legal; hasOwnAccounts: boolean; givesResults: boolean }

/** The current choice. `hasSignal`: the browser sends Global Privacy Control, which nothing here overrides. */
export type PrivacyChoiceState = { consent: Consent; hasSignal: boolean }

export type PrivacyPageData = LegalPageData & { choice: PrivacyChoiceState }

/** The data of a public report's page. URLs are absolute. */
export type ReportPageData = {
  report: PublicReport
  address: string
  pictureAddress: string
  avatarBaseUrl: string
}

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
  /** '' if unknown. */
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
