import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Settings } from '#settings/settings.ts'
import { TooManyRequests } from './http-error.ts'
import type { App } from './server.ts'

const HOUR_SECONDS = 3600

/**
 * Rate limits (docs/decisions/020): the allowance, per hour by default, and the name in Redis and metrics. Limits by
 * address (`addressGroup`) follow from ASSESSMENTS_PER_HOUR, which is set by how many people share one address: `each`
 * is the allowance per test. Counted exactly, in the database: one-time codes (sign-in/code-budgets.ts) and tests per
 * day (MAX_TESTS_PER_DAY).
 */
const LIMITS = {
  /** New attempts, by address. */
  attempts: { each: 1, name: 'assessments' },
  /**
   * Sign-in calls by address: codes requested and tried, redirects to a provider and back. Counted only in this
   * process, so a refusal costs no connection.
   */
  signIns: { each: 1 / 5, seconds: 60, isOwn: true, name: 'sign_ins' },
  /** Signatures for WeChat's JS-API, by address: one for each page that is opened there. */
  wechatSignatures: { each: 10, name: 'wechat_signatures' },
  /** Analytics events, by address. */
  events: { each: 50, name: 'events' },
  /**
   * Analytics events from visitors who haven't started a test, by address: those for the landing page and for choosing
   * a language.
   */
  earlyEvents: { each: 5, name: 'early_events' },
  /** Analytics events from one visitor or account. */
  visitorEvents: { most: 1000, name: 'visitor_events' },
  /** Report pictures drawn, by the account that shares them and by the requesting address. */
  pictures: { most: 300, name: 'pictures' },
  /** Reports shared, by account. */
  reports: { most: 60, name: 'reports' },
  /** Reads of the caller's own account with its results, or of one result's review, by account. */
  accountReads: { most: 600, name: 'account_reads' },
  /** Downloads of everything stored about an account, by account. */
  accountDownloads: { most: 10, name: 'account_downloads' },
  /** Profiles of others looked up by id, by account. */
  userLookups: { most: 60, name: 'user_lookups' },
  /** Calls from server to server, by address. */
  serviceCalls: { most: 36_000, name: 'service_calls' },
  /**
   * Service calls with a wrong token. Counted separately, so strangers at the operator's address don't use up its
   * allowance.
   */
  refusedServiceCalls: { most: 36_000, name: 'refused_service_calls' },
} as const satisfies Record<string, Rate>

/** An absolute number, or one per test that an address may start per hour; with `isOwn`, only in this process. */
type Rate = ({ most: number } | { each: number }) & { name: string; seconds?: number; isOwn?: true }

type LimitName = keyof typeof LIMITS
export type Limits = Record<LimitName, Limit>
/** Overrides for limits. */
export type OtherLimits = Partial<Record<LimitName, number>>

type LimitsContext = {
  settings: Pick<Settings, 'ASSESSMENTS_PER_HOUR'>
  redis: Redis | undefined
  instead: OtherLimits
}

export function createLimits({ settings, redis, instead }: LimitsContext): Limits {
  const limits = Object.entries<Rate>(LIMITS).map(([key, rate]) => {
    const most = 'most' in rate ? rate.most : Math.ceil(rate.each * settings.ASSESSMENTS_PER_HOUR)
    return [key, createLimit(rate, instead[key as LimitName] ?? most, redis)]
  })
  return Object.fromEntries(limits)
}

/** Counts requests against the limit in their route's entry. */
export function limitRoutes(app: App, limits: Limits): void {
  app.addHook('onRoute', (route) => {
    const { limit } = route.config ?? {}
    if (!limit) return
    const count = (request: FastifyRequest) => limits[limit](addressGroup(request.ip))
    // Before the body is read, because reading one that is then refused also takes time.
    route.onRequest = [route.onRequest ?? [], count].flat()
  })
}

/** Counts `count` (by default one) for `key`. @throws TooManyRequests over the limit, with the seconds to wait */
type Limit = (key: string | number, count?: number) => Promise<void>

function refuse(refused: unknown, name: string): void {
  if (!(refused instanceof RateLimiterRes)) return
  const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
  throw new TooManyRequests(`Too many requests. Please wait ${seconds} seconds.`, seconds, name)
}

/**
 * Counts in Redis for all processes and also in each process. So while Redis is down or has lost its data, N processes
 * allow at most N times as many requests, and none is refused because Redis is missing.
 */
function createLimit({ name, seconds = HOUR_SECONDS, isOwn }: Rate, points: number, redis: Redis | undefined): Limit {
  const options = { keyPrefix: `language-quiz:${name}`, points, duration: seconds }
  const own = new RateLimiterMemory(options)
  const shared =
    redis && !isOwn && new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true })
  return async (key, count = 1) => {
    await own.consume(key, count).catch((refused) => refuse(refused, name))
    if (shared) await shared.consume(key, count).catch((refused) => refuse(refused, name))
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

/** Strips the port that some proxies add, as in 198.51.100.7:50112 or [2001:db8::1]:50112. */
const withoutPort = (ip: string) => /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(ip)?.slice(1).find(Boolean) ?? ip

/** A disconnected client has no address (`request.ip` is undefined); all of them count as one. */
function splitAddress(given = 'gone'): { ipv4: string } | { ipv6: string[] } {
  const ip = withoutPort(given)
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  return mapped || !isIPv6(ip) ? { ipv4: mapped ?? ip } : { ipv6: ipv6Groups(ip) }
}

/** What limits count as one address: an IPv4 address, or the /64 network of an IPv6 customer. */
export function addressGroup(ip: string | undefined): string {
  const address = splitAddress(ip)
  return 'ipv4' in address ? address.ipv4 : `${address.ipv6.slice(0, 4).join(':')}::/64`
}

/** The range that one customer can easily get: the /24 of an IPv4 address, or a /48 of IPv6. */
export function networkOf(ip: string | undefined): string {
  const address = splitAddress(ip)
  return 'ipv4' in address ? address.ipv4.replace(/\.\d+$/, '.0/24') : `${address.ipv6.slice(0, 3).join(':')}::/48`
}
