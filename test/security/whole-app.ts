import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import type { RouteConfig } from '#contract/endpoint.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { UNLIMITED } from '#harness/test-settings.ts'
import type { Database } from '#server/db/schema.ts'
import type { CodeMessage, Sender } from '#server/sign-in/senders.ts'

const HOST = 'quiz.example'
export const ORIGIN = `https://${HOST}`

/** The proxy's headers: the app behind it is reached over HTTPS at its public address. */
export const OVER_HTTPS = { host: HOST, 'x-forwarded-proto': 'https' }

/** Nothing listens here: the port is above the ephemeral range. */
export const NOWHERE = 'http://127.0.0.1:64999'

const client = (name: string) => ({ [`${name}_CLIENT_ID`]: 'id', [`${name}_CLIENT_SECRET`]: 'secret' })

export const API_TOKEN = 'the-secret-of-the-marketplace-servers'

/** Every feature switched on, behind a proxy, with limits that no test reaches. */
const EVERYTHING = {
  PUBLIC_URL: ORIGIN,
  TRUSTED_PROXIES: '127.0.0.1',
  EMBED_ORIGINS: 'https://school.example',
  CONSENT: 'ask',
  APP_TOKEN_SECRET: 'the-secret-of-the-app-for-its-tokens',
  FACEBOOK_SDK_URL: 'https://connect.facebook.net/en_US/sdk.js',
  FACEBOOK_APP_ID: '1',
  RESULTS_API_TOKEN: API_TOKEN,
  AVATAR_BASE_URL: 'https://avatars.example/',
  WECHAT_APP_ID: 'wx1',
  WECHAT_APP_SECRET: 'secret',
  WECHAT_API_URL: NOWHERE,
  ...client('GOOGLE'),
  GOOGLE_ISSUER: NOWHERE,
  ...client('FACEBOOK'),
  ...client('VK'),
  OAUTH_STAND_IN: NOWHERE,
  ...UNLIMITED,
}

/** A route as registered. /openapi.json lists those with `access`. */
export type Route = {
  method: string
  url: string
  access: RouteConfig['access']
  schema: FastifySchema
}

export type WholeApp = TestApp & { routes: Route[]; sent: CodeMessage[] }

function toRoutes({ method, url, schema, config }: RouteOptions): Route[] {
  return [method].flat().map((one) => ({ method: one, url, access: config?.access, schema: schema ?? {} }))
}

/** An app with the list of all its routes, collected during registration. */
export async function startListed(
  environment: Record<string, string>,
  sender: Sender = {},
  logTo?: { write: (line: string) => void },
  record?: (db: Database) => Database,
): Promise<TestApp & { routes: Route[] }> {
  const routes: Route[] = []
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    // Fastify adds a HEAD for each GET.
    fastify.addHook('onRoute', (route) => {
      routes.push(...toRoutes(route).filter(({ method }) => method !== 'HEAD'))
    })
  }
  subscribe('fastify.initialization', watch)
  try {
    return { ...(await startTestApp(environment, sender, logTo, record)), routes }
  } finally {
    unsubscribe('fastify.initialization', watch)
  }
}

/** The whole product; `record` wraps its database. */
export async function startWholeApp(
  environment: Record<string, string> = {},
  logTo?: { write: (line: string) => void },
  record?: (db: Database) => Database,
): Promise<WholeApp> {
  const sent: CodeMessage[] = []
  const send = async (message: CodeMessage) => void sent.push(message)
  const sender = { email: send, phone: send }
  return { ...(await startListed({ ...EVERYTHING, ...environment }, sender, logTo, record)), sent }
}
