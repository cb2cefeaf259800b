import type { AccountData } from './account.ts'
import type { SignIn } from './quiz-page.ts'

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
