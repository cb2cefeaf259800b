import type { Channel, RecentCodes } from '../db/tables/codes.ts'

const DAY_SECONDS = 86_400

/** The pause before a second code from one network to one target. It doubles with each additional code that day. */
const PAUSE_SECONDS = 30

/** A network's share of the day's budget that other networks haven't used: the less remains, the less it gets. */
const NETWORK_SHARE = 1 / 20

export type CodeBudgets = { CODES_PER_TARGET: number; MAILS_PER_DAY: number; SMS_PER_DAY: number }

/** The pause after the n-th code of the day from one network to one target. */
export function pauseAfter(count: number): number {
  return count === 0 ? 0 : PAUSE_SECONDS * 2 ** (count - 1)
}

/**
 * Seconds until the next code may be sent; 0 if it may be now. Three budgets look back one day: the target's, the
 * network's, and the channel's. A single network can't use up a target's budget either, because its pause doubles.
 */
export function secondsToWait(channel: Channel, recent: RecentCodes, limits: CodeBudgets): number {
  const perDay = channel === 'email' ? limits.MAILS_PER_DAY : limits.SMS_PER_DAY
  const leftByOthers = perDay - (recent.channel.count - recent.network.count)
  const budgets = [
    { ...recent.target, limit: limits.CODES_PER_TARGET },
    { ...recent.network, limit: Math.max(1, Math.ceil(leftByOthers * NETWORK_SHARE)) },
    { ...recent.channel, limit: perDay },
  ]
  const waits = budgets.map(({ count, oldest, limit }) => (count < limit ? 0 : DAY_SECONDS - oldest))
  return Math.ceil(Math.max(0, pauseAfter(recent.own.count) - recent.own.newest, ...waits))
}
