import type { Channel, RecentChallenges, RecentCodes } from '../db/tables/codes.ts'

const HOUR_SECONDS = 3600

/** The last fifth of the sending limit is reserved for existing accounts. */
const FOR_EVERYBODY = 0.8

/** The share of texted codes that get entered is judged from this many messages on, over this many hours. */
const MESSAGES_TO_JUDGE = 50
export const JUDGED_HOURS = 6

/** Wider networks hold more people: the multiple of a single address's budget that each gets. */
const OF_NETWORK = 2
const OF_SITE = 4

export type CodeBudgets = {
  CODE_RESEND_SECONDS: number
  CODES_PER_TARGET: number
  CODES_PER_TARGET_ALTOGETHER: number
  CODES_PER_ADDRESS: number
  CODES_PER_NUMBER_RANGE: number
  CODES_PER_HOUR: number
  SMS_PER_DAY: number
  SMS_VERIFIED_PERCENT: number
}

/** Text messages sent in the last 24 hours, and those sent and entered correctly in the last `JUDGED_HOURS`. */
export type SentMessages = { today: number; judged: { sent: number; verified: number } }

export type Weighed = {
  /** Seconds until the next code, whatever the sender does. */
  waitSeconds: number
  /** Whether codes go to existing accounts only. */
  isReserved: boolean
}

/** The pause after the n-th code to one target within an hour; it doubles each time. */
export function pauseAfter(count: number, seconds: number): number {
  return count === 0 ? 0 : Math.min(seconds * 2 ** (count - 1), HOUR_SECONDS)
}

/** How long until the oldest code of the hour no longer counts, if the limit is reached. */
function waitFor({ count, first }: RecentCodes, limit: number): number {
  return count < limit ? 0 : HOUR_SECONDS - first
}

/** What counts for each channel. One network can use up only its own share of a target's codes. */
function budgetsOf(recent: RecentChallenges, limits: CodeBudgets): [codes: RecentCodes, limit: number][] {
  return [
    [recent.own, limits.CODES_PER_TARGET],
    [recent.mailbox, Math.max(limits.CODES_PER_TARGET, limits.CODES_PER_TARGET_ALTOGETHER)],
    [recent.address, limits.CODES_PER_ADDRESS],
    [recent.network, OF_NETWORK * limits.CODES_PER_ADDRESS],
    [recent.site, OF_SITE * limits.CODES_PER_ADDRESS],
    [recent.range, limits.CODES_PER_NUMBER_RANGE],
  ]
}

/** Whether few of the codes sent by text are ever entered, which suggests SMS pumping. */
function isPumped({ judged }: SentMessages, fresh: number, percent: number): boolean {
  const settled = judged.sent - fresh
  return settled >= MESSAGES_TO_JUDGE && judged.verified * 100 < settled * percent
}

/** Whether another code may be sent, given the last hour (for text messages, the last day). */
export function weigh(
  channel: Channel,
  recent: RecentChallenges,
  messages: SentMessages,
  limits: CodeBudgets,
): Weighed {
  const isMail = channel === 'email'
  const [all, most] = isMail ? [recent.channel.count, limits.CODES_PER_HOUR] : [messages.today, limits.SMS_PER_DAY]
  const waitSeconds = Math.max(
    pauseAfter(recent.own.count, limits.CODE_RESEND_SECONDS) - recent.own.last,
    ...budgetsOf(recent, limits).map(([codes, limit]) => waitFor(codes, limit)),
    isMail ? waitFor(recent.channel, most) : all >= most ? HOUR_SECONDS : 0,
  )
  const isReserved =
    all >= most * FOR_EVERYBODY || (!isMail && isPumped(messages, recent.fresh.count, limits.SMS_VERIFIED_PERCENT))
  return { waitSeconds: Math.ceil(Math.max(0, waitSeconds)), isReserved }
}
