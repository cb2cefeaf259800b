import swagger from '@fastify/swagger'
import fastify from 'fastify'
import { MARKETPLACE_CALLS } from '#contract/marketplace-calls.ts'
import { freeTrialEvent, getFoundation, getLogin, postOnboarding } from '#contract/profile.ts'
import { getJsApi } from '#contract/wechat.ts'
import { LOGIN_TIMEOUT_MS } from '#server/linked-marketplace/recent-logins.ts'

const DESCRIPTION = [
  'The calls that a marketplace answers for the quiz. Replies are JSON below 256 kB.',
  'Fields outside these schemas are dropped. Null or nothing counts as the default where there is one, an optional field may be null, and bad rows are left out of a list.',
  "Of the visitor's cookies the quiz sends only the session and those of MARKETPLACE_COOKIES; with MARKETPLACE_SECRET each call carries it in a header.",
].join(' ')

const HURRIED = `The quiz goes on without the reply after ${LOGIN_TIMEOUT_MS} ms.`

const NOTES: Readonly<Record<string, string>> = {
  [getLogin.url]: `Signed in with user_id, signed out without. Called for signed-out visitors too, once a day. ${HURRIED}`,
  [getFoundation.url]: `language_list and purpose_list may be null or left out. ${HURRIED}`,
  [freeTrialEvent.url]: 'Called once for each session cookie.',
  [getJsApi.url]: 'Called only if the quiz has no WeChat account of its own.',
}

const other = (description: string) => ({ description, type: 'object' })

/** The contract as an OpenAPI document, made of the schemas by which the server checks a marketplace's replies. */
export async function marketplaceContract(onboardingPath: string): Promise<object> {
  const app = fastify()
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: { title: 'What a marketplace answers for the quiz', description: DESCRIPTION, version: '1' },
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'session',
            description: 'as MARKETPLACE_SESSION_COOKIE says, or in the header MARKETPLACE_SESSION_HEADER',
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
