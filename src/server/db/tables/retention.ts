import { unclaimedRetention } from './claims.ts'
import { challengeRetention, codeHourRetention } from './codes.ts'
import { eventRetention } from './events.ts'
import { formerAccountRetention } from './former-accounts.ts'
import { oauthTransactionRetention } from './oauth-transactions.ts'
import type { RetentionRule } from './retention-rule.ts'
import { sessionRetention } from './sessions.ts'
import { singleUseTokenRetention } from './single-use-tokens.ts'

/** What is deleted after a time. */
export const RETENTION: readonly RetentionRule[] = [
  sessionRetention,
  oauthTransactionRetention,
  singleUseTokenRetention,
  challengeRetention,
  codeHourRetention,
  formerAccountRetention,
  eventRetention,
  unclaimedRetention,
]
