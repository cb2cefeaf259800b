import { MARKETPLACE_CALLS } from '#contract/marketplace-calls.ts'
import { urls } from '#contract/urls.ts'
import { LOGIN_TIMEOUT_MS } from '#server/linked-marketplace/recent-logins.ts'

const DESCRIPTION = [
  'The calls that a marketplace implements for the quiz; docs/marketplace.md explains them. Replies are JSON of less than 256 kB.',
  'Fields outside these schemas are dropped. A null or missing field gets its default if there is one, an optional field may be null, and invalid rows are dropped from lists.',
  `The quiz stops waiting for ${urls.login} and ${urls.foundation} after ${LOGIN_TIMEOUT_MS} ms.`,
].join(' ')

const SESSION = {
  ...{ type: 'apiKey', in: 'cookie', name: 'session' },
  description: 'the cookie in MARKETPLACE_SESSION_COOKIE, or the header in MARKETPLACE_SESSION_HEADER',
}

const body = (schema: unknown) => ({ content: { 'application/json': { schema } } })

/** The parameters that an object's schema describes. */
function parametersIn(place: 'path' | 'query', schema: object | undefined): object[] {
  const { properties = {}, required = [] } = (schema ?? {}) as { properties?: object; required?: string[] }
  return Object.entries(properties).map(([name, each]) => ({
    ...{ name, in: place, required: required.includes(name), schema: each },
  }))
}

/** The contract as an OpenAPI document, built from the schemas that the server checks a marketplace's replies with. */
export function marketplaceContract(onboardingPath: string): object {
  const operations = MARKETPLACE_CALLS.map(({ method, url, config, schema }) => {
    const needsSignIn = config.access === 'signed in'
    const operation = {
      summary: schema.summary,
      ...(needsSignIn ? { security: [{ session: [] }] } : {}),
      parameters: [...parametersIn('path', schema.params), ...parametersIn('query', schema.querystring)],
      ...(schema.body ? { requestBody: { required: true, ...body(schema.body) } } : {}),
      responses: {
        200: { description: 'OK', ...body(schema.response[200]) },
        ...(needsSignIn ? { 401: { description: 'signed out' } } : {}),
        429: { description: 'called too often; Retry-After says for how many seconds' },
      },
    }
    const path = url === urls.onboarding ? onboardingPath : url.replace(/:(\w+)/g, '{$1}')
    return [path, { [method.toLowerCase()]: operation }] as const
  })
  return {
    openapi: '3.1.1',
    info: { title: 'Calls that a marketplace implements for the quiz', description: DESCRIPTION, version: '1' },
    paths: Object.fromEntries(operations),
    components: { securitySchemes: { session: SESSION } },
  }
}
