import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Settings } from '#settings/settings.ts'
import { TooManyRequests } from './refusal.ts'
import type { App } from './server.ts'

/**
 * Hourly rate limits (docs/decisions/020): what each allows, and its name in Redis and in the metrics. One-time codes
 * and posts are counted in the database instead, where the count is exact.
 */
export const LIMITS = {
  /** New attempts, by address (`addressGroup`). */
  attempts: { perHour: 'ASSESSMENTS_PER_HOUR', name: 'assessments' },
  /** Reports shared, by account. */
  reports: { perHour: 'REPORTS_PER_HOUR', name: 'reports' },
  /** Reads of one's own account with its results, and of the review of one, by account. */
  accountReads: { perHour: 'ACCOUNT_READS_PER_HOUR', name: 'account_reads' },
  /** Downloads of everything stored about an account, by account. */
  accountDownloads: { perHour: 'ACCOUNT_DOWNLOADS_PER_HOUR', name: 'account_downloads' },
  /** People looked up by their ids, by account. */
  userLookups: { perHour: 'USER_LOOKUPS_PER_HOUR', name: 'user_lookups' },
  /** Calls from server to server, by address. */
  serviceCalls: { perHour: 'SERVICE_CALLS_PER_HOUR', name: 'service_calls' },
  /** Such calls with a wrong token. Apart, so that strangers at the operator's address use up none of its own. */
  refusedServiceCalls: { perHour: 'SERVICE_CALLS_PER_HOUR', name: 'refused_service_calls' },
  /** Signatures for WeChat's JS-API, by address. */
  wechatSignatures: { perHour: 'WECHAT_SIGNATURES_PER_HOUR', name: 'wechat_signatures' },
  /** Analytics events, by address. */
  events: { perHour: 'EVENTS_PER_ADDRESS', name: 'events' },
  /** Analytics events of one visitor or account. */
  visitorEvents: { perHour: 'EVENTS_PER_VISITOR', name: 'visitor_events' },
  /** Analytics events of visitors who have not started a test, by address. */
  earlyEvents: { perHour: 'EARLY_EVENTS_PER_ADDRESS', name: 'early_events' },
  /** Report pictures drawn, by the account that shares them and by the requesting address. */
  pictures: { perHour: 'PICTURES_PER_HOUR', name: 'pictures' },
} as const

export type Limits = Record<keyof typeof LIMITS, Limit>

type LimitSettings = Pick<Settings, (typeof LIMITS)[keyof Limits]['perHour']>

export function createLimits(settings: LimitSettings, redis: Redis | undefined): Limits {
  const limits = Object.entries(LIMITS).map(([key, { perHour, name }]) => [
    key,
    hourlyLimit({ name, perHour: settings[perHour], redis }),
  ])
  return Object.fromEntries(limits)
}

/** Counts the requests of each route that its entry says a limit of. */
export function limitRoutes(app: App, limits: Limits): void {
  app.addHook('onRoute', (route) => {
    const { limit } = route.config ?? {}
    if (!limit) return
    const count = (request: FastifyRequest) => limits[limit](addressGroup(request.ip))
    // Only what the handler would take.
    route.preHandler = [count, route.preHandler ?? []].flat()
  })
}

const HOUR_SECONDS = 3600

/** Counts `count` (by default one) for `key`. @throws TooManyRequests over the limit, with the seconds to wait */
type Limit = (key: string | number, count?: number) => Promise<void>

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
 * Allows `perHour` per key, counted in Redis for all processes and also in each process. So while Redis is down or has
 * lost its data, N processes allow at most N times as many, and no request is refused for lack of Redis.
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

/** An address that a proxy writes with its port, 198.51.100.7:50112 or [2001:db8::1]:50112, without it. */
const withoutPort = (ip: string) => /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(ip)?.slice(1).find(Boolean) ?? ip

/** A client that has hung up has no address (`request.ip` is undefined): those all count as one. */
function splitAddress(given = 'gone'): { ipv4: string } | { ipv6: string[] } {
  const ip = withoutPort(given)
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  return mapped || !isIPv6(ip) ? { ipv4: mapped ?? ip } : { ipv6: ipv6Groups(ip) }
}

/** What a limit counts as one address: an IPv4 address, or the /64 network that an IPv6 customer gets. */
export function addressGroup(ip: string | undefined): string {
  const address = splitAddress(ip)
  return 'ipv4' in address ? address.ipv4 : `${address.ipv6.slice(0, 4).join(':')}::/64`
}

/** The most that one customer easily gets: the /24 of an IPv4 address, or a /48 of IPv6. */
export function networkOf(ip: string | undefined): string {
  const address = splitAddress(ip)
  return 'ipv4' in address ? address.ipv4.replace(/\.\d+$/, '.0/24') : `${address.ipv6.slice(0, 3).join(':')}::/48`
}
