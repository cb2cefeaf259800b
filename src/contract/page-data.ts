import type { Level } from '#quiz/constants.ts'
import type { Language } from '#quiz/languages.ts'
import type { LevelRule } from '#quiz/test-plan.ts'
import type { AccountData } from './account.ts'
import type { Attempt } from './attempts.ts'
import type { Currency, Legal } from './brand.ts'
import type { Consent } from './consent.ts'
import type { LinkPlace } from './deep-links.ts'
import type { Id } from './ids.ts'
import type { Login } from './profile.ts'
import type { CardSet, TeacherItem } from './recommendations.ts'
import type { PublicReport } from './sharing.ts'
import type { CodeChannel, Provider } from './sign-in.ts'

/** How visitors can sign in. */
export type SignIn = {
  providers: readonly Provider[]
  /** The linked marketplace's sign-in page; null if this service signs people in. */
  linkedSignInUrl: string | null
  legal: Legal
  /** How one-time codes can reach people. */
  codeChannels: readonly CodeChannel[]
}

/** A sample question for the guide, not from the bank. */
export type GuideSample = { before: string; word: string; after: string; options: string[] }

/** Who looks at the quiz page. */
export type QuizVisitor = {
  /** The same as in GET /v2/login. */
  login: Login
  /**
   * The linked marketplace did not identify the visitor in time: `login` names nobody, though they may be signed in.
   */
  isLoginUnknown: boolean
  /** The free-trial event of this login has not been fired yet. */
  isFreeTrialDue: boolean
  /** The signed-in learner's language: the first tile (Specification §2). */
  learningLanguage: Language | null
  /** Children's purposes are not offered in China (Specification §6). */
  isInChina: boolean
}

/** What the quiz page is shown in. */
export type QuizHost = {
  isMobileApp: boolean
  /** In a frame: the origins that may embed it. */
  embedders: string[] | null
  /** The mini-program's pages: for relaunching at the end of a test, signing in and sharing; '' if it has none. */
  miniProgram: { scorePage: string; signInPage: string; sharePage: string }
}

/** What the quiz page shows of a result. */
export type ResultOptions = {
  /** Of teachers' prices. */
  currency: Currency
  /** The base URL of avatar file names; '' if avatars are drawn from them. */
  avatarBaseUrl: string
  /** Sharing is hidden in China unless inside the app (Specification §6). */
  mayShare: boolean
}

/** The operator's Facebook app and the URL of the social SDK; '' if there is none. */
export type Social = { facebookAppId: string; sdkUrl: string }

/** The visitor's attempts. */
export type OwnAttempts = {
  /** The open ones of the visitor and of the account signed in, the newest of each language. */
  open: Attempt[]
  /** The last finished ones, newest first. */
  finished: Attempt[]
}

/** What the server puts into the quiz page for its start in the browser. */
export type QuizPageState = {
  /** The query's supported language, and its level where allowed; anything else is ignored. */
  query: { language: Language | null; level: Level | null }
  visitor: QuizVisitor
  host: QuizHost
  signIn: SignIn
  attempts: OwnAttempts
  result: ResultOptions
  links: LinkPlace
  social: Social
  /** The picture keys of the two picture levels, so that they can be preloaded before their round is known. */
  pictures: { A1: string[]; A2: string[] }
  samples: Record<Language, GuideSample>
}

/**
 * The landing's data: who is signed in, for the flow id (Specification §3), and whether the free-trial event is due.
 */
export type LandingPageData = {
  /** The newest result; its level only for who is signed in. */
  last: { language: Language; level: Level | null } | null
  /** The newest unfinished test, and the question to go on with. */
  open: { language: Language; position: number; total: number } | null
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

/** The data of "How this test works": the rule of new tests with its accuracy. */
export type HowPageData = {
  rule: LevelRule
  accuracy: Accuracy
  takers: number
  /** How many tests in a row bring nine in ten takers only new questions: by level, from A1 to C2. */
  freshTests: number[]
  /** The ceiling: the share a test that knows the true difficulties gets exactly right. */
  ceiling: number
}

/** The data of the legal pages. A linked marketplace has the accounts; `givesResults`: it also gets the results. */
export type LegalPageData = { legal: Legal; hasOwnAccounts: boolean; givesResults: boolean }

/** The present choice. `hasSignal`: the browser sends Global Privacy Control, which nothing here overrides. */
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
