import { readFileSync } from 'node:fs'

type Environment = Record<string, string | undefined>

/** Settings that may also come from a file, as `{name}_FILE`: whoever can list processes or containers sees their environment. */
const SECRETS = [
  'DATABASE_URL',
  'REDIS_URL',
  'SMTP_URL',
  'CODE_PEPPER',
  'APP_TOKEN_SECRET',
  'EVENTS_SINK_TOKEN',
  'RESULTS_WEBHOOK_SECRET',
  'RESULTS_API_TOKEN',
  'MARKETPLACE_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'FACEBOOK_CLIENT_SECRET',
  'VK_CLIENT_SECRET',
  'OIDC_PROVIDERS',
  'STAFF_CLIENT_SECRET',
  'SMS_TOKEN',
  'WECHAT_APP_SECRET',
]

/** The environment with the secrets that stand in files, and what is wrong with them. */
export function readSecretFiles(environment: Environment): { environment: Environment; problems: string[] } {
  const complete = { ...environment }
  const problems: string[] = []
  for (const name of SECRETS) {
    const path = environment[`${name}_FILE`]
    if (!path) continue
    try {
      const secret = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
      if (secret === '') problems.push(`  ${name}_FILE: the file ${path} is empty`)
      else if (environment[name] && environment[name] !== secret)
        problems.push(`  ${name}_FILE: ${name} is set too, to something else; set only one of them`)
      else complete[name] = secret
    } catch (error) {
      problems.push(`  ${name}_FILE: the file cannot be read: ${(error as Error).message}`)
    }
  }
  return { environment: complete, problems }
}

/** Shorter names are near too many others. */
const SHORTEST_MISSPELLED = 8
const MOST_EDITS = 2

/** How many letters have to be added, removed or replaced to make one name of the other; counts no further than MOST_EDITS. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (let at = 0; at < other.length; at++)
      next.push(
        Math.min(
          (row[at + 1] as number) + 1,
          (next[at] as number) + 1,
          (row[at] as number) + Number(letter !== other[at]),
        ),
      )
    row = next
    if (Math.min(...row) > MOST_EDITS) break
  }
  return row.at(-1) as number
}

/** Names in the environment that are none of ours but look like one: a misspelled setting would silently keep its default. */
export function misspelledNames(environment: Environment, settings: readonly string[]): string[] {
  const known = [...settings, ...SECRETS.map((name) => `${name}_FILE`)]
  const isNear = (name: string, ours: string) =>
    name.toUpperCase() === ours ||
    (Math.min(name.length, ours.length) >= SHORTEST_MISSPELLED &&
      Math.abs(name.length - ours.length) <= MOST_EDITS &&
      editsBetween(name, ours) <= MOST_EDITS)
  return Object.keys(environment)
    .filter((name) => environment[name] && !known.includes(name))
    .flatMap((name) => {
      const meant = known.find((ours) => isNear(name, ours))
      return meant ? [`  ${name}: there is no such setting; did you mean ${meant}?`] : []
    })
}

/** Of each pair the second needs the first, and where `both` is true the first needs the second. */
const PAIRS: readonly { first: string; second: string; both: boolean }[] = [
  { first: 'GOOGLE_CLIENT_ID', second: 'GOOGLE_CLIENT_SECRET', both: true },
  { first: 'FACEBOOK_CLIENT_ID', second: 'FACEBOOK_CLIENT_SECRET', both: true },
  { first: 'VK_CLIENT_ID', second: 'VK_CLIENT_SECRET', both: false },
  { first: 'STAFF_ISSUER', second: 'STAFF_CLIENT_ID', both: false },
  { first: 'STAFF_CLIENT_ID', second: 'STAFF_CLIENT_SECRET', both: false },
  { first: 'STAFF_ISSUER', second: 'STAFF_CLAIM', both: false },
  { first: 'WECHAT_APP_ID', second: 'WECHAT_APP_SECRET', both: true },
  { first: 'SMS_URL', second: 'SMS_TOKEN', both: false },
  { first: 'MARKETPLACE_API_URL', second: 'MARKETPLACE_SECRET', both: false },
  { first: 'EVENTS_SINK_URL', second: 'EVENTS_SINK_TOKEN', both: false },
  { first: 'RESULTS_WEBHOOK_URL', second: 'RESULTS_WEBHOOK_SECRET', both: true },
]

export function halfSetPairs(environment: Environment): string[] {
  return PAIRS.flatMap(({ first, second, both }) => {
    if (environment[second] && !environment[first]) return [`  ${first}: is required with ${second}`]
    if (both && environment[first] && !environment[second]) return [`  ${second}: is required with ${first}`]
    return []
  })
}

const WEB_ADDRESS = 'a web address such as https://www.example.com'
const WITHOUT_SLASH = `${WEB_ADDRESS}/path, without a slash at its end, "?" or "#"`
const PATH = 'a path such as /pages/assessment'

/** What is allowed where a setting's form is checked, in words. */
const ALLOWED: Readonly<Record<string, string>> = {
  DATABASE_URL: 'an address such as postgresql://user:password@host:5432/database',
  REDIS_URL: 'an address such as redis://user:password@host:6379 or rediss://…',
  CALIBRATION: 'the version of a calibration (letters, digits, "-" and "_") or the path of a .json file',
  APP_TOKEN_SECRET: 'a secret of at least 32 characters',
  CODE_PEPPER: 'a secret of at least 16 characters',
  COUNTRY_HEADER: 'the name of a header: letters, digits and "-"',
  COUNTRY_COOKIE: 'the name of a cookie: letters, digits, "_", "." and "-"',
  AVATAR_BASE_URL: 'an https address that ends with a slash, such as https://images.example.com/avatars/',
  EMBED_ORIGINS: 'https origins with commas between, such as https://www.example.com; http only on localhost',
  EVENTS_SINK_URL: WEB_ADDRESS,
  RESULTS_WEBHOOK_URL: WEB_ADDRESS,
  EVENTS_SINK_TOKEN: 'a token of printable ASCII characters, without spaces',
  PUBLIC_URL: `${WEB_ADDRESS}, without a path (which BASE_PATH gives)`,
  BASE_PATH: 'a path such as /quiz, of letters, digits, "_" and "-", without a slash at its end',
  GOOGLE_ISSUER: WEB_ADDRESS,
  FACEBOOK_AUTHORIZATION_URL: WEB_ADDRESS,
  FACEBOOK_TOKEN_URL: WEB_ADDRESS,
  FACEBOOK_USERINFO_URL: WEB_ADDRESS,
  FACEBOOK_APP_ID: 'a number',
  FACEBOOK_SDK_URL: 'an https address such as https://connect.facebook.net/en_US/sdk.js',
  VK_AUTHORIZATION_URL: WEB_ADDRESS,
  VK_TOKEN_URL: WEB_ADDRESS,
  VK_USERINFO_URL: WEB_ADDRESS,
  SMTP_URL: 'an address such as smtps://user:password@host:465',
  SMS_URL: WEB_ADDRESS,
  PHONE_COUNTRIES: 'two-letter country codes with commas between, such as US,DE',
  MARKETPLACE_API_URL: WITHOUT_SLASH,
  MARKETPLACE_SIGNIN_URL: WEB_ADDRESS,
  MARKETPLACE_ONBOARDING_PATH: PATH,
  WEB_BASE_URL: WITHOUT_SLASH,
  APP_URL_SCHEME: 'an app’s scheme with "://" at its end, such as languageapp://',
  WECHAT_APP_ID: 'letters and digits',
  WECHAT_APP_SECRET: 'letters and digits',
  WECHAT_API_URL: `${WEB_ADDRESS}, without a path`,
  WECHAT_JSSDK_URL: 'an https address such as https://res.wx.qq.com/open/js/jweixin-1.6.0.js',
  WECHAT_SCORE_PAGE: PATH,
  WECHAT_SIGN_IN_PAGE: PATH,
  WECHAT_SHARE_PAGE: PATH,
}

type SettingSchema = {
  type?: string
  enum?: unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  description?: string
  default?: unknown
}

/** What is wrong with a setting, in words that never hold its value. */
export function describeFault(
  name: string,
  { type, enum: values, minimum, maximum, ...schema }: SettingSchema,
): string {
  if (values) return `  ${name}: must be one of ${values.filter((value) => value !== '').join(', ')}`
  if (type === 'integer') return `  ${name}: must be a whole number from ${minimum} to ${maximum}`
  const allowed = schema.description ?? ALLOWED[name] ?? `text of at least ${schema.minLength} characters`
  return `  ${name}: must be ${allowed}${schema.default === '' ? '; or empty' : ''}`
}
