import swagger from '@fastify/swagger'
import fastify from 'fastify'
import { MARKETPLACE_CALLS } from '#contract/marketplace-calls.ts'
import { freeTrialEvent, getFoundation, getLogin, postOnboarding } from '#contract/profile.ts'
import { getJsApi } from '#contract/wechat.ts'
import { LOGIN_TIMEOUT_MS } from '#server/linked-marketplace/recent-logins.ts'

const DESCRIPTION = [
  'The calls that a marketplace implements for the quiz. Replies are JSON of less than 256 kB.',
  'Fields outside these schemas are dropped. A null or missing field gets its default if there is one, an optional field may be null, and invalid rows are dropped from lists.',
  "Of the visitor's cookies, the quiz sends only the session and those in MARKETPLACE_COOKIES. With MARKETPLACE_SECRET, each call carries it in a header.",
].join(' ')

const HURRIED = `The quiz stops waiting for the reply after ${LOGIN_TIMEOUT_MS} ms.`

const NOTES: Readonly<Record<string, string>> = {
  [getLogin.url]: `With user_id if signed in, without if signed out. Called for signed-out visitors too, once a day. ${HURRIED}`,
  [getFoundation.url]: `language_list and purpose_list may be null or missing. ${HURRIED}`,
  [freeTrialEvent.url]: 'Called once for each session cookie.',
  [getJsApi.url]: 'Called only if the quiz has no WeChat account of its own.',
}

const other = (description: string) => ({ description, type: 'object' })

/** The contract as an OpenAPI document, built from the schemas that the server checks a marketplace's replies with. */
export async function marketplaceContract(onboardingPath: string): Promise<object> {
  const app = fastify()
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: { title: 'Calls that a marketplace implements for the quiz', description: DESCRIPTION, version: '1' },
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'session',
            description: 'the cookie in MARKETPLACE_SESSION_COOKIE, or the header in MARKETPLACE_SESSION_HEADER',
          },
        },
      },
    },
  })
  for (const { method, url, config, schema } of MARKETPLACE_CALLS) {
    const { response, ...request } = schema
    const note = NOTES[url]
    const forwardedFor = { type: 'string', description: "the visitor's address" }
    app.route({
      method,
      url: url === postOnboarding.url ? onboardingPath : url,
      schema: {
        ...request,
        ...(note ? { description: note } : {}),
        ...(url === getLogin.url
          ? { headers: { type: 'object', properties: { 'x-forwarded-for': forwardedFor } } }
          : {}),
        ...(config.access === 'signed in' ? { security: [{ session: [] }] } : {}),
        response: {
          200: response[200],
          ...(config.access === 'signed in' ? { 401: other('The visitor is signed out.') } : {}),
          429: {
            ...other('Called too often.'),
            headers: { 'Retry-After': { type: 'integer', description: 'seconds' } },
          },
        },
      },
      handler: () => ({}),
    })
  }
  await app.ready()
  const document = app.swagger()
  await app.close()
  return document
}
