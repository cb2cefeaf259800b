import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Settings } from '#settings/settings.ts'
import { TooManyRequests } from './http-error.ts'
import type { App } from './server.ts'

const HOUR_SECONDS = 3600

/**
 * Rate limits (docs/decisions/020): what each allows, by default in an hour, and its name in Redis and in the metrics.
 * Those by address (`addressGroup`) follow from ASSESSMENTS_PER_HOUR, which says how many people may share one: `each`
 * for each test. One-time codes and posts are counted in the database instead, where the count is exact.
 */
const LIMITS = {
  /** New attempts, by address. */
  attempts: { each: 1, name: 'assessments' },
  /**
   * Calls to sign in, by address: codes asked for and tried, ways to a provider and back. Counted in this process only,
   * so that a refusal costs no connection.
   */
  signIns: { each: 1 / 5, seconds: 60, isOwn: true, name: 'sign_ins' },
  /** Signatures for WeChat's JS-API, by address: one for each page that is opened there. */
  wechatSignatures: { each: 10, name: 'wechat_signatures' },
  /** Analytics events, by address. */
  events: { each: 50, name: 'events' },
  /** Analytics events of those who have not started a test, by address: the landing and the choice of a language. */
  earlyEvents: { each: 5, name: 'early_events' },
  /** Analytics events of one visitor or account. */
  visitorEvents: { most: 1000, name: 'visitor_events' },
  /** Report pictures drawn, by the account that shares them and by the requesting address. */
  pictures: { most: 300, name: 'pictures' },
  /** Reports shared, by account. */
  reports: { most: 60, name: 'reports' },
  /** Reads of one's own account with its results, and of the review of one, by account. */
  accountReads: { most: 600, name: 'account_reads' },
  /** Downloads of everything stored about an account, by account. */
  accountDownloads: { most: 10, name: 'account_downloads' },
  /** People looked up by their ids, by account. */
  userLookups: { most: 60, name: 'user_lookups' },
  /** Calls from server to server, by address. */
  serviceCalls: { most: 36_000, name: 'service_calls' },
  /** Such calls with a wrong token. Apart, so that strangers at the operator's address use up none of its own. */
  refusedServiceCalls: { most: 36_000, name: 'refused_service_calls' },
} as const satisfies Record<string, Rate>

/** How many, or how many for each test that an address may begin in an hour; in this process alone with `isOwn`. */
type Rate = ({ most: number } | { each: number }) & { name: string; seconds?: number; isOwn?: true }

type LimitName = keyof typeof LIMITS
export type Limits = Record<LimitName, Limit>
/** What limits allow instead. */
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

/** Counts the requests of each route that its entry says a limit of. */
export function limitRoutes(app: App, limits: Limits): void {
  app.addHook('onRoute', (route) => {
    const { limit } = route.config ?? {}
    if (!limit) return
    const count = (request: FastifyRequest) => limits[limit](addressGroup(request.ip))
    // Without Redis, answer without waiting; elsewhere count only what the handler would take.
    const hook = 'isOwn' in LIMITS[limit] ? 'onRequest' : 'preHandler'
    route[hook] = [count, route[hook] ?? []].flat()
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
 * allow at most N times as many, and no request is refused for lack of Redis.
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
