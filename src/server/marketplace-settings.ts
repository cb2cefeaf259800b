import { Type } from 'typebox'
import { PROVIDERS } from '#contract/auth.ts'
import { urls } from '#contract/urls.ts'
import { LANGUAGES } from '#quiz/languages.ts'
import { PROVIDER_ID, PROVIDER_NAME } from './sign-in-settings.ts'

const COOKIE = '[A-Za-z0-9_.-]+'
const HEADER = '[A-Za-z0-9-]+'
const SIGN_IN = `(${PROVIDERS.join('|')}|${PROVIDER_ID}=${PROVIDER_NAME})`
const COOKIES = { pattern: `^(${COOKIE}( *, *${COOKIE})*)?$`, default: '' }

/** As https://www.standardwebhooks.com wants it: 24 to 64 bytes. */
const WEBHOOK_SECRET = 'whsec_[A-Za-z0-9+/]{32,86}={0,2}'
const API_TOKEN = '[\\x21-\\x2b\\x2d-\\x7e]{32,}'

/** The settings of an external marketplace, and of other systems that get results. `description` says in words what is allowed. */
export const marketplaceSettings = {
  MARKETPLACE_API_URL: Type.String({ pattern: '^(https?://[^\\s?#"<>]*[^\\s?#"<>/])?$', default: '' }),
  MARKETPLACE_SESSION_COOKIE: Type.String({
    ...COOKIES,
    description: 'the name of a cookie (letters, digits, "_", "." and "-"), or several with commas between',
  }),
  MARKETPLACE_SESSION_HEADER: Type.String({
    pattern: `^(${HEADER})?$`,
    default: '',
    description: 'the name of a header (letters, digits and "-"), such as authorization',
  }),
  MARKETPLACE_COOKIES: Type.String({
    ...COOKIES,
    description: 'names of cookies (letters, digits, "_", "." and "-") with commas between',
  }),
  MARKETPLACE_SECRET: Type.String({
    pattern: '^([\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?)?$',
    default: '',
    description: 'a secret of printable ASCII characters, without spaces around it',
  }),
  MARKETPLACE_SECRET_HEADER: Type.String({
    pattern: `^${HEADER}$`,
    default: 'x-service-secret',
    description: 'the name of a header: letters, digits and "-"',
  }),
  MARKETPLACE_VISITOR_ADDRESS: Type.Enum(['login', 'every-call'], { default: 'login' }),
  MARKETPLACE_SIGNIN_URL: Type.String({ pattern: '^(https?://[^\\s"<>]+)?$', default: '' }),
  MARKETPLACE_SIGNIN_PROVIDERS: Type.String({
    pattern: `^(${SIGN_IN}( *, *${SIGN_IN})*|none)$`,
    default: PROVIDERS.join(','),
    description: 'google, facebook and vk, others as id=Name, such as apple=Apple, with commas between; or none',
  }),
  MARKETPLACE_ONBOARDING_PATH: Type.String({ pattern: '^(/[\\w.-]+)+$', default: urls.onboarding }),
  MARKETPLACE_TIMEOUT_MS: Type.Integer({ minimum: 100, maximum: 60_000, default: 5000 }),
  RESULTS_WEBHOOK_URL: Type.String({ pattern: '^(https?://[^\\s]+)?$', default: '' }),
  RESULTS_WEBHOOK_SECRET: Type.String({
    pattern: `^(${WEBHOOK_SECRET}( *, *${WEBHOOK_SECRET})*)?$`,
    default: '',
    description: '"whsec_" and 24 to 64 bytes in base64, or several such secrets with commas between',
  }),
  RESULTS_API_TOKEN: Type.String({
    pattern: `^(${API_TOKEN}( *, *${API_TOKEN})*)?$`,
    default: '',
    description: 'a secret of at least 32 printable ASCII characters without spaces, or several with commas between',
  }),
  SERVICE_CALLS_PER_HOUR: Type.Integer({ minimum: 1, maximum: 10_000_000, default: 36_000 }),
}

const MarketplaceSettings = Type.Object(marketplaceSettings)
type MarketplaceSettings = Type.Static<typeof MarketplaceSettings>

/** The names in a setting, which has commas between. */
export function listNames(setting: string): string[] {
  return setting
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** Our own cookies beside a marketplace, without the prefix that they have over HTTPS. None of them may leave us. */
const OUR_COOKIES = new Set([
  ...['visitor', 'embedded_visitor', 'free_trial', 'login_country', 'consent', 'hl', 'code_browser', 'staff'],
  ...LANGUAGES.map((language) => `attempt_${language}`),
])

/** Headers that a forwarded call has anyway, or that would change how it travels. */
const OUR_HEADERS =
  /^(accept|accept-language|user-agent|cookie|host|connection|upgrade|expect|te|keep-alive|transfer-encoding|content-.*|x-forwarded-.*|proxy-.*)$/i

/** What is wrong with the settings of an external marketplace: it signs people in and serves the pages that the report links to. */
export function marketplaceFaults(settings: MarketplaceSettings & { WEB_BASE_URL: string }): string[] {
  if (!settings.MARKETPLACE_API_URL) return []
  const session = settings.MARKETPLACE_SESSION_COOKIE || settings.MARKETPLACE_SESSION_HEADER
  const missing = (['MARKETPLACE_SIGNIN_URL', 'WEB_BASE_URL'] as const)
    .filter((name) => !settings[name])
    .map((name) => `  ${name}: is required with MARKETPLACE_API_URL`)
  const cookies = (['MARKETPLACE_SESSION_COOKIE', 'MARKETPLACE_COOKIES'] as const).flatMap((name) =>
    listNames(settings[name])
      .filter((cookie) => OUR_COOKIES.has(cookie.replace(/^__(Host|Secure)-/, '')))
      .map((cookie) => `  ${name}: ${cookie} is a cookie of this service, which never leaves it; rename yours`),
  )
  const headers = (['MARKETPLACE_SESSION_HEADER', 'MARKETPLACE_SECRET_HEADER'] as const)
    .filter((name) => OUR_HEADERS.test(settings[name]))
    .map((name) => `  ${name}: ${settings[name]} cannot be used for this; take another header`)
  const isOneHeader =
    settings.MARKETPLACE_SECRET !== '' &&
    settings.MARKETPLACE_SECRET_HEADER.toLowerCase() === settings.MARKETPLACE_SESSION_HEADER.toLowerCase()
  return [
    ...(session
      ? []
      : ['  MARKETPLACE_SESSION_COOKIE: is required with MARKETPLACE_API_URL, or MARKETPLACE_SESSION_HEADER']),
    ...missing,
    ...cookies,
    ...headers,
    ...(isOneHeader ? ['  MARKETPLACE_SECRET_HEADER: is the visitor’s MARKETPLACE_SESSION_HEADER; take another'] : []),
  ]
}
