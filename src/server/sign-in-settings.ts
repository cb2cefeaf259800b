import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { PROVIDERS } from '#contract/auth.ts'

const WEB_ADDRESS = '^https?://[^?#]+$'
const SCOPES = '^([\\x21-\\x7e]+ )*openid( [\\x21-\\x7e]+)*$'

/** The settings of the identity providers that people sign in with. */
export const signInSettings = {
  GOOGLE_CLIENT_ID: Type.String({ default: '' }),
  GOOGLE_CLIENT_SECRET: Type.String({ default: '' }),
  GOOGLE_ISSUER: Type.String({ pattern: WEB_ADDRESS, default: 'https://accounts.google.com' }),
  FACEBOOK_CLIENT_ID: Type.String({ default: '' }),
  FACEBOOK_CLIENT_SECRET: Type.String({ default: '' }),
  FACEBOOK_AUTHORIZATION_URL: Type.String({
    pattern: WEB_ADDRESS,
    default: 'https://www.facebook.com/v24.0/dialog/oauth',
  }),
  FACEBOOK_TOKEN_URL: Type.String({
    pattern: WEB_ADDRESS,
    default: 'https://graph.facebook.com/v24.0/oauth/access_token',
  }),
  FACEBOOK_USERINFO_URL: Type.String({ pattern: WEB_ADDRESS, default: 'https://graph.facebook.com/v24.0/me' }),
  VK_CLIENT_ID: Type.String({ default: '' }),
  VK_CLIENT_SECRET: Type.String({ default: '' }),
  VK_AUTHORIZATION_URL: Type.String({ pattern: WEB_ADDRESS, default: 'https://id.vk.com/authorize' }),
  VK_TOKEN_URL: Type.String({ pattern: WEB_ADDRESS, default: 'https://id.vk.com/oauth2/auth' }),
  VK_USERINFO_URL: Type.String({ pattern: WEB_ADDRESS, default: 'https://id.vk.com/oauth2/user_info' }),
  VK_PKCE_METHOD: Type.Enum(['S256', 's256'], { default: 'S256' }),
  OIDC_PROVIDERS: Type.String({ default: '' }),
  STAFF_EMAILS: Type.String({
    pattern: '^[^\\s,]*( *, *[^\\s,]+)*$',
    default: '',
    description: 'addresses with commas between, without spaces within',
  }),
  STAFF_ISSUER: Type.String({
    pattern: '^(https?://[^\\s?#]+)?$',
    default: '',
    description: 'a web address such as https://sso.example.com',
  }),
  STAFF_CLIENT_ID: Type.String({ default: '' }),
  STAFF_CLIENT_SECRET: Type.String({ default: '' }),
  STAFF_SCOPES: Type.String({
    pattern: SCOPES,
    default: 'openid email',
    description: 'scopes with one space between, openid among them',
  }),
  STAFF_CLAIM: Type.String({
    pattern: '^([^=\\s]+=.+)?$',
    default: '',
    description: 'a claim and its value, such as groups=editors',
  }),
  PROVIDER_TIMEOUT_MS: Type.Integer({ minimum: 100, maximum: 60_000, default: 8000 }),
}

const SignInSettings = Type.Object(signInSettings)

/** What a provider's name may be in addresses and in the database. */
export const PROVIDER_ID = '[a-z][a-z0-9-]{0,30}'
/** How people know a provider. */
export const PROVIDER_NAME = '[^\\p{C}=,<>"]{1,40}'

const OidcProvider = Type.Object(
  {
    id: Type.String({ pattern: `^${PROVIDER_ID}$` }),
    name: Type.String({ pattern: `^${PROVIDER_NAME}$` }),
    issuer: Type.String({ pattern: '^https?://[^\\s?#]+$' }),
    client_id: Type.String({ minLength: 1 }),
    client_secret: Type.Optional(Type.String({ minLength: 1 })),
    client_secret_file: Type.Optional(Type.String({ minLength: 1 })),
    scopes: Type.Optional(Type.String({ pattern: SCOPES })),
    id_token_algorithm: Type.Optional(Type.String({ pattern: '^(RS|PS|ES|HS)(256|384|512)$|^Ed(DSA|25519)$' })),
    countries: Type.Optional(Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), { minItems: 1 })),
    verifies_email: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
type OidcProvider = Type.Static<typeof OidcProvider>

/** What each field of a provider has to be, in words. */
const WANTED: Record<string, string> = {
  id: 'a lower-case word for addresses (letters, digits and "-")',
  name: 'the name on its button, of 1 to 40 characters, without "=", ",", "<", ">" and quotes',
  issuer: 'a web address such as https://accounts.example.com',
  client_id: 'the id of your client there',
  client_secret: 'the secret of your client there',
  client_secret_file: 'the path of a file with the secret',
  scopes: 'scopes with one space between, openid among them',
  id_token_algorithm: 'the algorithm that signs its ID tokens, such as RS256, ES256 or HS256',
  countries: 'two-letter codes of the countries in which it has a button, such as ["JP","TW"]',
  verifies_email: 'true or false',
}

/** Names that stand for something else where the ids of providers stand: in the database, or in the addresses of sign-in. */
const RESERVED: readonly string[] = [...PROVIDERS, 'app', 'import', 'marketplace', 'staff', 'code']

function entryFaults(entry: unknown, index: number, ids: readonly unknown[]): string[] {
  const place = `entry ${index + 1}`
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return [`${place} must be an object`]
  const fields = new Set(
    [...Value.Errors(OidcProvider, entry)].flatMap(({ instancePath, params }) => {
      const { additionalProperties, requiredProperties } = params as Record<string, string[] | undefined>
      return additionalProperties ?? requiredProperties ?? [instancePath.split('/')[1] as string]
    }),
  )
  if (fields.size > 0)
    return [...fields].map((field) =>
      WANTED[field] ? `${place}: ${field} must be ${WANTED[field]}` : `${place}: there is no field ${field}`,
    )
  const { id, client_secret, client_secret_file: path } = entry as OidcProvider
  if (RESERVED.includes(id)) return [`${place}: the id ${id} is taken; choose another`]
  if (ids.indexOf(id) !== index) return [`${place}: the id ${id} is used twice`]
  if (client_secret && path) return [`${place}: give client_secret or client_secret_file, not both`]
  try {
    return path && !readSecret(path) ? [`${place}: client_secret_file: the file ${path} is empty`] : []
  } catch (error) {
    return [`${place}: client_secret_file cannot be read: ${(error as Error).message}`]
  }
}

const readSecret = (path: string) => readFileSync(path, 'utf8').trim()

function providerFaults(text: string): string[] {
  if (!text) return []
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    // JSON's own message quotes the text, which may hold secrets.
  }
  if (!Array.isArray(list)) return ['  OIDC_PROVIDERS: must be a JSON list of providers, such as docs/sign-in.md has']
  const ids = list.map((entry) => (entry as Partial<OidcProvider> | null)?.id)
  return list.flatMap((entry, index) => entryFaults(entry, index, ids)).map((fault) => `  OIDC_PROVIDERS: ${fault}`)
}

type SignInSettings = Type.Static<typeof SignInSettings>

function staffFaults(settings: SignInSettings & { CODE_PEPPER: string }): string[] {
  if (!settings.STAFF_ISSUER) return []
  const missing = (['STAFF_CLIENT_ID', 'CODE_PEPPER'] as const)
    .filter((name) => !settings[name])
    .map((name) => `  ${name}: is required with STAFF_ISSUER`)
  const isAnybody = settings.STAFF_EMAILS || settings.STAFF_CLAIM
  return [...missing, ...(isAnybody ? [] : ['  STAFF_EMAILS: is required with STAFF_ISSUER, or STAFF_CLAIM'])]
}

/** What is wrong with the settings of sign-in. No fault repeats a secret. */
export function signInFaults(settings: SignInSettings & { CODE_PEPPER: string }): string[] {
  return [...providerFaults(settings.OIDC_PROVIDERS), ...staffFaults(settings)]
}

/** The providers that OIDC_PROVIDERS adds, in its order; the setting has been checked. */
export function listOidcProviders({ OIDC_PROVIDERS: text }: { OIDC_PROVIDERS: string }): OidcProvider[] {
  return text ? JSON.parse(text) : []
}

/** The secret of our client at a provider; undefined for one that has none. */
export function secretOf({ client_secret: secret, client_secret_file: path }: OidcProvider): string | undefined {
  return path ? readSecret(path) : secret
}
