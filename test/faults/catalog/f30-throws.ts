import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import type { Visit } from '#harness/peers/fetch-browser.ts'
import { startFaultyGoogle } from '#harness/peers/google.ts'
import { startFaultyVendors } from '#harness/peers/vendors.ts'
import { startWechatServer } from '#harness/peers/wechat.ts'
import { createDatabase, startPostgres } from '#harness/postgres.ts'
import { type RunningServer, startServer } from '#harness/server-process.ts'
import { UNLIMITED } from '#harness/test-settings.ts'
import { HANG_MS } from '#harness/time-limit.ts'
import { settingsOfGoogle, settingsOfVendors } from '#server/demo/identity/start.ts'
import { API_TOKEN, type Ask, type EveryRequest, everyRequest } from '../every-request.ts'
import type { Fault, Tally } from '../fault.ts'

const PRELOAD = new URL('../throwing.ts', import.meta.url).href

const ENTRIES = Object.values<Endpoint>(ENDPOINTS)

/** Routes that browsers don't show reply with JSON. Pages and the demo's routes have no endpoint entry. */
function isForPeople(route: string): boolean {
  const entry = ENTRIES.find(({ method, url }) => route === `${method} ${url}`)
  return entry ? entry.config.errors === 'page' : route.startsWith('GET ')
}

/** The number of places when this was written. If fewer are found, the search misses some. */
const ALL = 370

type Injection = { route: string; place: string; rejects: boolean }

async function startWorld() {
  const [postgres, google, vendors, wechat] = await Promise.all([
    startPostgres(),
    startFaultyGoogle(),
    startFaultyVendors(),
    startWechatServer(),
  ])
  const url = await createDatabase(postgres.url, 'app')
  const server = await startServer({
    mode: 'demo',
    env: {
      ...settingsOfGoogle(google),
      ...settingsOfVendors(vendors),
      ...UNLIMITED,
      DATABASE_URL: url,
      NODE_OPTIONS: `--import ${PRELOAD}`,
      LOG_LEVEL: 'warn',
      EMBED_ORIGINS: 'https://school.example',
      CONSENT: 'ask',
      WECHAT_APP_ID: 'wx1',
      WECHAT_APP_SECRET: 'secret',
      WECHAT_API_URL: wechat.origin,
      RESULTS_API_TOKEN: API_TOKEN,
    },
  })
  return {
    server,
    vendors,
    stop: async () => {
      await server.stop()
      await Promise.all([postgres.stop(), google.close(), vendors.close(), wechat.close()])
    },
  }
}

/** Sends the request, which throws at the given place. */
function send(origin: string, route: string, { browser, path, json, form, headers: own }: Ask, headers: object = {}) {
  const type = json ? 'application/json' : form ? 'application/x-www-form-urlencoded' : undefined
  const body = json ? JSON.stringify(json) : form ? new URLSearchParams(form).toString() : undefined
  return browser.visit(`${origin}${path}`, {
    method: route.split(' ')[0] as string,
    headers: { 'accept-language': 'de', ...(type ? { 'content-type': type } : {}), ...own, ...headers },
    ...(body === undefined ? {} : { body }),
  })
}

type Toured = { status: number; seen: string[] }

/** Sends each request once without a fault, to learn its reply and the places it reaches. */
async function tour({ origin }: RunningServer, requests: EveryRequest): Promise<Record<string, Toured>> {
  const toured: Record<string, Toured> = {}
  for (const [route, make] of Object.entries(requests)) {
    const { status, headers } = await send(origin, route, await make())
    toured[route] = { status, seen: JSON.parse(headers.get('x-fault-seen') ?? '[]') }
  }
  return toured
}

/** All routes share the hooks, so these are tried on one page and one call. Handlers are tried on every route. */
const HOOKED = ['GET /languageassessment/quiz', 'POST /v1/assessments']

function listInjections(toured: Record<string, Toured>, hooks: readonly string[]): Injection[] {
  return Object.entries(toured).flatMap(([route, { seen }]) =>
    [
      ...new Set([...(HOOKED.includes(route) ? hooks : []), ...seen.filter((place) => !place.startsWith('hook'))]),
    ].flatMap((place) => {
      const both = place.startsWith('hook') || place.startsWith('route')
      return (both ? [false, true] : [false]).map((rejects) => ({ route, place, rejects }))
    }),
  )
}

/** A few routes handle failures in the code they call in their own way. */
function isAnswered({ route, place }: Injection, { status, location }: Visit): boolean {
  if (status === 500) return true
  // The reply has already been sent.
  if (place.includes('onResponse')) return status < 400
  // The error page's renderer: the JSON reply replaces it.
  if (place === 'render error') return status === 404
  if (!place.startsWith('statement')) return false
  if (route.startsWith('GET /auth/')) return status === 302 && location?.includes('sign_in=failed') === true
  return route === 'GET /readyz' && status === 503
}

function isGeneric({ route }: Injection, { status, headers, text }: Visit, marker: string): boolean {
  if (text.includes(marker)) return false
  if (status !== 500) return true
  const isPage = headers.get('content-type')?.startsWith('text/html') === true
  if (isForPeople(route)) return isPage && text.includes('<html lang="de"')
  return JSON.parse(text).error?.code === 'internal_error'
}

/**
 * The expected log line. A failed sign-in is logged without the provider's or database's message; a failed probe is
 * just a reply.
 */
function linesIn(output: string, { route, place }: Injection, marker: string): number {
  const isSignIn = route.startsWith('GET /auth/') && place.startsWith('statement')
  return output.split('\n').filter((line) => line.includes(isSignIn ? '"sign-in failed"' : marker)).length
}

async function inject(server: RunningServer, injection: Injection, make: () => Promise<Ask>): Promise<string[]> {
  const { route, place, rejects } = injection
  const ask = await make()
  const marker = `thrown-${randomUUID()}`
  const headers = { 'x-fault': place, 'x-fault-text': marker, ...(rejects ? { 'x-fault-rejects': '1' } : {}) }
  const before = server.output().length
  const visit = await send(server.origin, route, ask, headers)
  const lines = () => linesIn(server.output().slice(before), injection, marker)
  const wanted = route === 'GET /readyz' && place.startsWith('statement') ? 0 : 1
  for (let waited = 0; lines() < wanted && waited < HANG_MS; waited += 5) await sleep(5)
  const errors: string[] = []
  if (visit.headers.get('x-fault-thrown') === 'false' && !/onSend|onResponse/.test(place)) errors.push('not reached')
  if (!isAnswered(injection, visit)) errors.push(`status ${visit.status}`)
  if (!isGeneric(injection, visit, marker))
    errors.push("the reply reveals too much, or isn't in the requested language")
  if (lines() !== wanted) errors.push(`${lines()} lines in the log`)
  return errors.map((error) => `${route}, ${place}${rejects ? ', rejected' : ''}: ${error}`)
}

async function run(count: number): Promise<Tally> {
  const tally: Tally = { injections: 0, acknowledged: 0, lost: 0, wrong: 0, exits: 0, broken: [] }
  const { server, vendors, stop } = await startWorld()
  const registered = [...server.output().matchAll(/^route (GET|POST|PUT|PATCH|DELETE) (.+)$/gm)].map(
    ([, method, url]) => `${method} ${url}`,
  )
  const requests = await everyRequest(server, registered, (n) =>
    Object.assign(vendors, { person: { id: String(n), name: 'Ada Lovelace' } }),
  )
  const hooks = [...server.output().matchAll(/^hook .+$/gm)].map(([place]) => place)
  for (const route of registered) if (!requests[route]) tally.broken.push(`no request for ${route}`)
  const before = await tour(server, requests)
  for (const [route, { status, seen }] of Object.entries(before))
    if (status >= 400 && route !== 'GET nowhere')
      tally.broken.push(`${route}: ${status} without a fault (${seen.length} places)`)
  const all = listInjections(before, hooks)
  // A subset is spread evenly over all.
  const step = count < ALL ? all.length / count : 1
  for (let n = 0; n < all.length && (count >= ALL || tally.injections < count); n += step) {
    const injection = all[Math.floor(n)] as Injection
    tally.injections++
    tally.broken.push(...(await inject(server, injection, requests[injection.route] as () => Promise<Ask>)))
  }
  const after = await tour(server, requests)
  for (const [route, { status }] of Object.entries(after)) if (status !== before[route]?.status) tally.wrong++
  tally.exits = server.process.exitCode === null ? 0 : 1
  await stop()
  return tally
}

export const throws: Fault = {
  id: 'F30',
  title: 'an error thrown and a promise rejected in each route, hook, renderer, and database statement',
  limit: 'a generic 500 in the requested language, the process alive, one line in the log',
  count: ALL,
  run,
}
