import type { Generated, GeneratedAlways } from 'kysely'
import type { Language } from '#quiz/languages.ts'
import type { Purpose, PurposeRole } from '#quiz/profile.ts'

/** Accounts, how people sign in to them, and their profiles. */
export type AccountTables = {
  /** An account, or an imported teacher. Written by users.ts, teacher-imports.ts. */
  users: {
    id: GeneratedAlways<number>
    nickname: string
    avatar_file_name: string
    country_id: string | null
    is_pro: Generated<boolean>
    is_tutor: Generated<boolean>
    register_status: Generated<number>
    learning_language: Language | null
    created_at: Generated<Date>
  }
  /** Users known to a provider, a marketplace, or an import file. Written by identities.ts, teacher-imports.ts. */
  identities: { provider: string; issuer: string; subject: string; user_id: number }
  /** Written by identities.ts. */
  emails: { email: string; user_id: number }
  /** Written by identities.ts. */
  phones: { e164: string; user_id: number }
  /** Written by sessions.ts. */
  sessions: {
    token_sha256: string
    user_id: number
    device: Generated<string>
    created_at: Generated<Date>
    expires_at: Date
  }
  /** A one-time code. Written by codes.ts. */
  code_challenges: {
    id: string
    channel: 'email' | 'phone'
    target: string
    counted: string
    network: string
    code_hmac: string
    tries: Generated<number>
    browser_sha256: string
    created_at: Generated<Date>
    expires_at: Generated<Date>
    consumed_at: Date | null
  }
  /** Browsers sent to a provider, until they return. Written by oauth-transactions.ts. */
  oauth_transactions: {
    state_sha256: string
    provider: string
    code_verifier: string
    nonce: string
    next: string
    browser_sha256: string
    expires_at: Generated<Date>
  }
  /** Tokens that work once per hour: an app's, or a notice to an address. Written by single-use-tokens.ts. */
  single_use_tokens: { id_sha256: string; expires_at: Date }
  /** Written by profile.ts. */
  user_languages: { user_id: number; language: string; level: number; is_learning: Generated<boolean> }
  /** Written by profile.ts. */
  user_purposes: {
    user_id: number
    language: Language
    role: PurposeRole
    purpose: Purpose
    sub_purpose: Generated<string>
  }
}
