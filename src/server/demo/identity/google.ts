import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import { urls } from '#contract/urls.ts'
import { chosenPerson, sendAccountChooser } from './account-chooser.ts'
import { listen, type Person, readText, type SignInStep, type StandIn, type StandInOptions } from './stand-in.ts'

/** The key that signs the ID tokens. */
export type SigningKey = { id: string; key: KeyObject }

export type GoogleStandIn = StandIn & { signingKey: SigningKey }

const STEPS: Record<string, SignInStep> = {
  '/.well-known/openid-configuration': 'discovery',
  '/jwks': 'keys',
  '/token': 'token',
}

const SCOPE = 'openid email profile'

/** Accepts any port of this machine, because the demo may run on any free one. */
function isOurCallback(address: string): boolean {
  const { protocol, hostname, pathname } = new URL(address)
  const isCallback = new RegExp(`${urls.callback('[\\w-]+')}$`).test(pathname)
  return protocol === 'http:' && /^(127\.0\.0\.1|localhost|\[::1\])$/.test(hostname) && isCallback
}

async function makeProvider(
  { url, client, signingKey }: GoogleStandIn,
  { faults }: StandInOptions,
  people: Map<string, Person>,
) {
  // A development dependency, loaded at the first sign-in, so the demo starts quickly and works without it.
  const { Provider } = await import('oidc-provider')
  const provider = new Provider(url, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`http://127.0.0.1${urls.callback('google')}`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: {
      keys: [{ ...signingKey.key.export({ format: 'jwk' }), kid: signingKey.id, alg: 'RS256', use: 'sig' } as never],
    },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    findAccount: (_context, accountId) => ({
      accountId,
      claims: async () => claimsOf(accountId, people.get(accountId)),
    }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    // Choosing a person on the page is the consent.
    loadExistingGrant: async ({ oidc: { client: asking, account } }) => {
      const grant = new provider.Grant({ clientId: asking?.clientId ?? '', accountId: account?.accountId ?? '' })
      grant.addOIDCScope(SCOPE)
      await grant.save()
      return grant
    },
    cookies: { keys: [randomUUID()] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
  })
  provider.Client.prototype.redirectUriAllowed = isOurCallback
  provider.use(async (context, next) => {
    await next()
    if (context.path === '/token' && context.status === 200)
      faults?.reply('token', context.body as Record<string, unknown>)
  })
  return provider
}

function claimsOf(sub: string, person: Person | undefined) {
  const { name, email, isEmailUnverified = false } = person ?? {}
  return { sub, ...(name ? { name } : {}), ...(email ? { email, email_verified: !isEmailUnverified } : {}) }
}

/**
 * Starts a stand-in for Google: a certified OpenID server (oidc-provider) that enforces PKCE, on a port of this
 * machine.
 */
export async function startGoogle(options: StandInOptions): Promise<GoogleStandIn> {
  const { audience, faults } = options
  const people = new Map<string, Person>()
  let provider: Promise<Provider> | undefined

  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    if ('people' in audience && request.method !== 'POST')
      return sendAccountChooser(response, 'google', audience.people)
    const person =
      'people' in audience
        ? chosenPerson(new URLSearchParams(await readText(request)), audience.people)
        : audience.decide()
    if (person) people.set(person.id, person)
    const result = person ? { login: { accountId: person.id } } : { error: 'access_denied' }
    return (await provider)?.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }

  const listening = await listen(async (request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    const step = STEPS[path]
    if (step && faults?.intercept(step, response)) return
    provider ??= makeProvider(standIn, options, people)
    if (path.startsWith('/interaction/')) return interact(request, response)
    // Keep no session, so every sign-in shows the account chooser.
    if (path === '/auth') delete request.headers.cookie
    await (await provider).callback()(request, response)
  })
  let signingKey: SigningKey | undefined
  const standIn: GoogleStandIn = {
    ...listening,
    client: { id: 'demo-google', secret: randomUUID() },
    // Made at the first sign-in, to keep startup fast.
    get signingKey() {
      signingKey ??= { id: 'demo', key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey }
      return signingKey
    },
  }
  return standIn
}
