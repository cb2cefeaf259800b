import { unclaimedRetention } from './claims.ts'
import { challengeRetention } from './codes.ts'
import { eventRetention } from './events.ts'
import { oauthTransactionRetention } from './oauth-transactions.ts'
import type { RetentionRule } from './retention-rule.ts'
import { sessionRetention } from './sessions.ts'
import { singleUseTokenRetention } from './single-use-tokens.ts'

/** Everything that's deleted after a certain time. */
export const RETENTION: readonly RetentionRule[] = [
  sessionRetention,
  oauthTransactionRetention,
  singleUseTokenRetention,
  challengeRetention,
  eventRetention,
  unclaimedRetention,
]
