/**
 * Loaded before the server (`--import`): makes a request throw at a given place, without test code in the product.
 * Routes, hooks and renderers are wrapped when registered or loaded, statements in the Postgres driver.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingHttpHeaders } from 'node:http'
import { registerHooks } from 'node:module'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import pg from 'pg'

type Plan = { place: string; text: string; isRejection: boolean; seen: string[]; thrown: boolean }

const plans = new WeakMap<object, Plan>()
const current = new AsyncLocalStorage<Plan>()

function planOf({ raw }: { raw: { headers: IncomingHttpHeaders } }): Plan {
  const { headers } = raw
  const made = plans.get(raw)
  if (made) return made
  const text = (name: string) => String(headers[name] ?? '')
  const plan = { place: text('x-fault'), text: text('x-fault-text'), isRejection: 'x-fault-rejects' in headers }
  const fresh = { ...plan, seen: [], thrown: false }
  plans.set(raw, fresh)
  return fresh
}

/**
 * Records that the request has reached a place.
 * @returns whether it should fail there
 */
function isHere(plan: Plan, place: string): boolean {
  plan.seen.push(place)
  if (plan.thrown || plan.place !== place) return false
  plan.thrown = true
  return true
}

function fail({ text, isRejection }: Plan): Promise<never> {
  const error = new Error(text)
  if (isRejection) return Promise.reject(error)
  throw error
}

// biome-ignore lint/suspicious/noExplicitAny: hooks and handlers of any shape pass through unchanged
type Anything = (...args: any[]) => unknown

/** Wraps a function so it fails if the request demands it, and its callees know the request. */
function watched(place: string, inner: Anything): Anything {
  const outer = function (this: unknown, request: FastifyRequest, ...rest: unknown[]) {
    const plan = planOf(request)
    if (isHere(plan, place)) return fail(plan)
    return current.run(plan, () => inner.call(this, request, ...rest))
  }
  // Fastify recognizes callback hooks by their number of parameters.
  return Object.defineProperty(outer, 'length', { value: inner.length })
}

const REQUEST_HOOKS = [
  'onRequest',
  'preParsing',
  'preValidation',
  'preHandler',
  'preSerialization',
  'onSend',
  'onResponse',
]

subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  const addHook = fastify.addHook as Anything
  let hooks = 0
  fastify.addHook = function (this: FastifyInstance, name: string, hook: Anything) {
    const place = `hook ${++hooks} ${name} ${hook.name || 'unnamed'}`
    if (REQUEST_HOOKS.includes(name)) console.log(place)
    return addHook.call(this, name, REQUEST_HOOKS.includes(name) ? watched(place, hook) : hook)
  } as typeof fastify.addHook
  const { setErrorHandler, setNotFoundHandler } = fastify as unknown as Record<string, Anything>
  fastify.setNotFoundHandler = function (this: FastifyInstance, handler: Anything) {
    return setNotFoundHandler?.call(this, watched('route nowhere', handler))
  } as typeof fastify.setNotFoundHandler
  fastify.setErrorHandler = function (this: FastifyInstance, handler: Anything) {
    return setErrorHandler?.call(this, (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      current.run(planOf(request), () => handler(error, request, reply)),
    )
  } as typeof fastify.setErrorHandler
  addHook.call(fastify, 'onRoute', (route: RouteOptions) => {
    const place = `route ${[route.method].flat()[0]} ${route.url}`
    console.log(place)
    route.handler = watched(place, route.handler as Anything) as RouteOptions['handler']
  })
  addHook.call(fastify, 'onSend', async (request: FastifyRequest, reply: FastifyReply) => {
    const { seen, thrown } = planOf(request)
    reply.header('x-fault-seen', JSON.stringify(seen)).header('x-fault-thrown', String(thrown))
  })
})

const query = pg.Client.prototype.query as Anything
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const plan = current.getStore()
  const count = plan?.seen.filter((place) => place.startsWith('statement')).length ?? 0
  if (!plan || !isHere(plan, `statement ${count + 1}`)) return query.apply(this, args)
  return Promise.reject(Object.assign(new pg.DatabaseError(plan.text, 0, 'error'), { code: 'XX000' }))
} as typeof pg.Client.prototype.query

const RENDERERS = /\b(render|describeReportPicture)(?=,| })/g

Object.assign(globalThis, {
  watchedRenderer:
    (name: string, render: Anything): Anything =>
    (...args) => {
      const plan = current.getStore()
      if (plan && isHere(plan, `render ${name === 'render' ? args[0] : name}`))
        return fail({ ...plan, isRejection: false })
      return render(...args)
    },
})

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context)
    if (!url.endsWith('dist/server/render.js')) return loaded
    const source = String(loaded.source)
    const at = source.lastIndexOf('export {')
    const names = [...source.slice(at).matchAll(RENDERERS)].map(([name]) => name)
    const wrapped = names.map((name) => `const watched_${name} = watchedRenderer('${name}', ${name});`)
    const exported = source.slice(at).replace(RENDERERS, 'watched_$1 as $1')
    return { ...loaded, source: `${source.slice(0, at)}${wrapped.join('\n')}\n${exported}` }
  },
})
