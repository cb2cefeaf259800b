import { isIPv6 } from 'node:net'
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Settings } from '../settings.ts'
import { TooManyRequests } from './refusal.ts'

/** Hourly rate limits (docs/decisions/020). One-time codes and posts are counted in the database instead, where the count is exact. */
export type Limits = {
  /** New assessments, by address (`addressGroup`). */
  assessments: Limit
  /** Reports shared, by account. */
  reports: Limit
  /** Reads of one's own account with its results, by account. */
  accountReads: Limit
  /** Downloads of everything stored about an account, by account. */
  accountDownloads: Limit
  /** Calls from server to server, by address. */
  serviceCalls: Limit
  /** Signatures for WeChat's JS-API, by address. */
  wechatSignatures: Limit
  /** Analytics events, by address. */
  events: Limit
  /** Analytics events of one visitor or account. */
  visitorEvents: Limit
  /** Analytics events of visitors who have not started a test, by address. */
  earlyEvents: Limit
  /** Report pictures drawn, by the account that shares them and by the requesting address. */
  pictures: Limit
}

type LimitSettings = Pick<
  Settings,
  | 'ASSESSMENTS_PER_HOUR'
  | 'REPORTS_PER_HOUR'
  | 'ACCOUNT_READS_PER_HOUR'
  | 'ACCOUNT_DOWNLOADS_PER_HOUR'
  | 'SERVICE_CALLS_PER_HOUR'
  | 'WECHAT_SIGNATURES_PER_HOUR'
  | 'EVENTS_PER_ADDRESS'
  | 'EVENTS_PER_VISITOR'
  | 'EARLY_EVENTS_PER_ADDRESS'
  | 'PICTURES_PER_HOUR'
>

export function createLimits(settings: LimitSettings, redis: Redis | undefined): Limits {
  const limit = (name: string, perHour: number) => hourlyLimit({ name, perHour, redis })
  return {
    assessments: limit('assessments', settings.ASSESSMENTS_PER_HOUR),
    reports: limit('reports', settings.REPORTS_PER_HOUR),
    accountReads: limit('account_reads', settings.ACCOUNT_READS_PER_HOUR),
    accountDownloads: limit('account_downloads', settings.ACCOUNT_DOWNLOADS_PER_HOUR),
    serviceCalls: limit('service_calls', settings.SERVICE_CALLS_PER_HOUR),
    wechatSignatures: limit('wechat_signatures', settings.WECHAT_SIGNATURES_PER_HOUR),
    events: limit('events', settings.EVENTS_PER_ADDRESS),
    visitorEvents: limit('visitor_events', settings.EVENTS_PER_VISITOR),
    earlyEvents: limit('early_events', settings.EARLY_EVENTS_PER_ADDRESS),
    pictures: limit('pictures', settings.PICTURES_PER_HOUR),
  }
}

const HOUR_SECONDS = 3600

/** Counts `count` (by default one) for `key`. @throws TooManyRequests over the limit, with the seconds to wait */
type Limit = (key: string, count?: number) => Promise<void>

function refuse(refused: unknown, name: string): void {
  if (!(refused instanceof RateLimiterRes)) return
  const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
  throw new TooManyRequests(`Too many requests. Please wait ${seconds} seconds.`, seconds, name)
}

/** Allows `perMinute` per key, counted in this process only, so that a refusal costs no connection. */
export function burstLimit(perMinute: number): Limit {
  const own = new RateLimiterMemory({ points: perMinute, duration: 60 })
  return async (key, count = 1) => {
    await own.consume(key, count).catch((refused) => refuse(refused, 'sign_ins'))
  }
}

type LimitOptions = {
  name: string
  perHour: number
  redis: Redis | undefined
}

/**
 * Allows `perHour` per key, counted in Redis for all processes and also in each process. So while Redis is down or has lost its
 * data, N processes allow at most N times as many, and no request is refused for lack of Redis.
 */
function hourlyLimit({ name, perHour, redis }: LimitOptions): Limit {
  const options = { keyPrefix: `language-quiz:${name}`, points: perHour, duration: HOUR_SECONDS }
  const own = new RateLimiterMemory(options)
  const shared = redis && new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true })
  return async (key, count = 1) => {
    await own.consume(key, count).catch((refused) => refuse(refused, name))
    await shared?.consume(key, count).catch((refused) => refuse(refused, name))
  }
}

/** The eight groups of an IPv6 address. */
function ipv6Groups(ip: string): string[] {
  const [head = '', tail] = ip.toLowerCase().split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const gap = tail === undefined ? [] : new Array(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...gap, ...right].map((group) => Number.parseInt(group, 16).toString(16))
}

/**
 * The networks that limits count, narrowest first. One customer gets a /64 to a /48 of IPv6, or one IPv4 address and can rent more in the
 * same /24. A client that has hung up has no address (`request.ip` is undefined): those all count as one.
 */
export function networksOf(ip = 'gone'): { address: string; network: string; site: string } {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped || !isIPv6(ip)) {
    const address = mapped ?? ip
    return { address, network: address, site: address.replace(/\.\d+$/, '.0/24') }
  }
  const groups = ipv6Groups(ip)
  const start = groups.slice(0, 3).join(':')
  const fourth = Number.parseInt(groups[3] ?? '0', 16)
  return {
    address: `${start}:${groups[3]}::/64`,
    network: `${start}:${(fourth & 0xff00).toString(16)}::/56`,
    site: `${start}::/48`,
  }
}

/** What a limit counts as one address: an IPv4 address, or the /64 network that an IPv6 customer gets. */
export function addressGroup(ip: string): string {
  return networksOf(ip).address
}
