import { readFileSync } from 'node:fs'
import type { AddError } from './entry.ts'
import { type SettingName, type Settings, settings } from './settings.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The settings as text, with defaults filled in. */
type Texts = Readonly<Record<keyof Settings, string>>

/** Reports an error in the named setting. */
type AddNamedError = (name: string, words: string) => void

const fileNameOf = (secret: string) => `${secret}_FILE`

/** Reads the secret from a file and trims it. */
function readSecretFile(path: string, addError: AddError): string {
  try {
    const secret = readFileSync(path, 'utf8').trim()
    if (secret === '') addError(`the file ${path} is empty`)
    return secret
  } catch (error) {
    addError(`can't read the file: ${(error as Error).message}`)
    return ''
  }
}

/** The environment plus secrets read from files. */
function withSecretFiles(given: Environment, addError: AddNamedError): Environment {
  const complete = { ...given }
  for (const [name, { isSecret }] of Object.entries(settings)) {
    const fileName = fileNameOf(name)
    const path = isSecret && given[fileName]
    if (!path) continue
    const secret = readSecretFile(path, (words) => addError(fileName, words))
    if (given[name] && secret && given[name] !== secret)
      addError(fileName, `${name} is also set, to a different value; set only one of them`)
    complete[name] ||= secret
  }
  return complete
}

/** Prefixes that only our settings have. Kubernetes adds {SERVICE}_SERVICE_… and {SERVICE}_PORT… for its services. */
const OURS = /^(CODES?|EMBED|EVENTS|MAILS|MARKETPLACE|RESULTS|SMS|WECHAT)_(?!SERVICE_|PORT(_|$))/

/** A misspelled setting would silently keep its default. */
function findUnknownNames(given: Environment, addError: AddNamedError): void {
  const known = new Set(
    Object.entries(settings).flatMap(([name, { isSecret }]) => (isSecret ? [name, fileNameOf(name)] : [name])),
  )
  for (const name of Object.keys(given).filter((one) => given[one] && OURS.test(one) && !known.has(one)))
    addError(name, 'unknown setting')
}

function findMissingPartners(texts: Texts, addError: AddNamedError): void {
  const isSet = (name: string) => texts[name as keyof Texts] !== ''
  for (const [name, { needs = [] }] of Object.entries(settings).filter(([one]) => isSet(one)))
    for (const need of needs) {
      const [first = '', ...others] = [need].flat()
      if (![first, ...others].some(isSet)) addError(first, [`is required with ${name}`, ...others].join(', or '))
    }
}

/** Conflicts between settings. */
function findContradictions(texts: Texts, addError: AddNamedError): void {
  const sessionHeader = texts.MARKETPLACE_SESSION_HEADER.toLowerCase()
  if (texts.MARKETPLACE_SECRET && texts.MARKETPLACE_SECRET_HEADER.toLowerCase() === sessionHeader)
    addError('MARKETPLACE_SECRET_HEADER', 'is also MARKETPLACE_SESSION_HEADER; choose another')
}

/** The placeholders for secrets in the manifests of deploy/. */
const PLACEHOLDER = /change-?me/i

function findUnsafeInProduction(texts: Texts, addError: AddNamedError): void {
  if (!texts.DATABASE_URL) addError('DATABASE_URL', 'is required (Postgres 15 or later)')
  // Without it, absolute URLs in emails and callbacks come from the Host header, which clients control.
  if (!texts.PUBLIC_URL)
    addError('PUBLIC_URL', 'is required: the public origin of this service, such as https://quiz.example.com')
  // The proxy terminates TLS. Unless its X-Forwarded-Proto is trusted, cookies lack Secure.
  if (texts.PUBLIC_URL.startsWith('https:') && !texts.TRUSTED_PROXIES)
    addError('TRUSTED_PROXIES', 'is required with an https PUBLIC_URL: the addresses of the proxies that terminate TLS')
  for (const [name, text] of Object.entries(texts))
    if (PLACEHOLDER.test(text)) addError(name, 'still contains a placeholder; replace it with your own secret')
}

/** At least one is required: visitors see results only after signing in. */
const SIGN_IN_WAYS = [
  'SMTP_URL',
  'SMS_URL',
  'GOOGLE_CLIENT_ID',
  'FACEBOOK_CLIENT_ID',
  'VK_CLIENT_ID',
  'MARKETPLACE_API_URL',
] as const satisfies readonly SettingName[]

function findNoSignIn(settings: Settings, addError: AddNamedError): void {
  if (SIGN_IN_WAYS.some((name) => settings[name].length > 0)) return
  const [first, ...others] = SIGN_IN_WAYS
  addError(first, `is required, or one of ${others.join(', ')}: visitors sign in to see their results`)
}

/**
 * Reads all settings from `environment`, with defaults; `.env.example` explains each. Production also
 * requires a database server and a public URL, and visitors need a way to sign in.
 * @throws Error with one message that lists every error
 */
export function readSettings(environment: Environment, { isProduction = false, isForVisitors = false } = {}): Settings {
  const errors: string[] = []
  const addError: AddNamedError = (name, words) => errors.push(`  ${name}: ${words}`)
  const given = withSecretFiles(environment, addError)
  const texts = Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => [name, given[name] || setting.default]),
  ) as Texts
  const values = Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => [
      name,
      setting.read(texts[name as keyof Texts], (words) => addError(name, words)),
    ]),
  ) as Settings
  findMissingPartners(texts, addError)
  findContradictions(texts, addError)
  if (isProduction) findUnsafeInProduction(texts, addError)
  if (isForVisitors) findNoSignIn(values, addError)
  findUnknownNames(given, addError)
  if (errors.length > 0) throw new Error(`Invalid settings (see .env.example):\n${errors.join('\n')}`)
  return values
}
