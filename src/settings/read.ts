import { readFileSync } from 'node:fs'
import type { Fault } from './entry.ts'
import { type SettingName, type Settings, settings } from './settings.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The settings as texts: given, or their defaults. */
type Texts = Readonly<Record<keyof Settings, string>>

/** Takes what is wrong with the setting of a name. */
type Problem = (name: string, words: string) => void

const fileNameOf = (secret: string) => `${secret}_FILE`

/** The secret in a file, without white space around it. */
function readSecretFile(path: string, fault: Fault): string {
  try {
    const secret = readFileSync(path, 'utf8').trim()
    if (secret === '') fault(`the file ${path} is empty`)
    return secret
  } catch (error) {
    fault(`the file cannot be read: ${(error as Error).message}`)
    return ''
  }
}

/** The environment with the secrets that stand in files. */
function withSecretFiles(given: Environment, problem: Problem): Environment {
  const complete = { ...given }
  for (const [name, { isSecret }] of Object.entries(settings)) {
    const fileName = fileNameOf(name)
    const path = isSecret && given[fileName]
    if (!path) continue
    const secret = readSecretFile(path, (words) => problem(fileName, words))
    if (given[name] && secret && given[name] !== secret)
      problem(fileName, `${name} is set too, to something else; set only one of them`)
    complete[name] ||= secret
  }
  return complete
}

/** How names of ours begin and hardly any others do, but for those that Kubernetes gives to a service of that name. */
const OURS = /^(CODES?|EMBED|EVENTS|MARKETPLACE|RESULTS|SMS|WECHAT)_(?!SERVICE_|PORT(_|$))/

/** A misspelled setting would silently keep its default. */
function findUnknownNames(given: Environment, problem: Problem): void {
  const known = new Set(
    Object.entries(settings).flatMap(([name, { isSecret }]) => (isSecret ? [name, fileNameOf(name)] : [name])),
  )
  for (const name of Object.keys(given).filter((one) => given[one] && OURS.test(one) && !known.has(one)))
    problem(name, 'there is no such setting')
}

function findMissingPartners(texts: Texts, problem: Problem): void {
  const isSet = (name: string) => texts[name as keyof Texts] !== ''
  for (const [name, { needs = [] }] of Object.entries(settings).filter(([one]) => isSet(one)))
    for (const need of needs) {
      const [first = '', ...others] = [need].flat()
      if (![first, ...others].some(isSet)) problem(first, [`is required with ${name}`, ...others].join(', or '))
    }
}

/** What settings ask of each other beyond being there. */
function findContradictions(texts: Texts, problem: Problem): void {
  const sessionHeader = texts.MARKETPLACE_SESSION_HEADER.toLowerCase()
  if (texts.MARKETPLACE_SECRET && texts.MARKETPLACE_SECRET_HEADER.toLowerCase() === sessionHeader)
    problem('MARKETPLACE_SECRET_HEADER', 'is the visitor’s MARKETPLACE_SESSION_HEADER; take another')
}

/** The placeholders for secrets in the manifests of deploy/. */
const PLACEHOLDER = /change-?me/i

function findUnsafeInProduction(texts: Texts, problem: Problem): void {
  if (!texts.DATABASE_URL) problem('DATABASE_URL', 'is required: the address of a Postgres server, 15 or later')
  // Without it, absolute URLs come from the Host header, which the client controls: in shared caches, mails and
  // callbacks that would mislead others.
  if (!texts.PUBLIC_URL)
    problem('PUBLIC_URL', 'is required: where people reach this service, such as https://quiz.example.com')
  // A proxy terminates HTTPS. Unless its X-Forwarded-Proto is trusted, cookies lack Secure.
  if (texts.PUBLIC_URL.startsWith('https:') && !texts.TRUSTED_PROXIES)
    problem(
      'TRUSTED_PROXIES',
      'is required with an https PUBLIC_URL: the addresses of the proxies that terminate HTTPS',
    )
  for (const [name, text] of Object.entries(texts))
    if (PLACEHOLDER.test(text)) problem(name, 'still has a placeholder; replace it with your own secret')
}

/** Any of these lets visitors sign in, without which nobody sees a result. */
const SIGN_IN_WAYS = [
  'SMTP_URL',
  'SMS_URL',
  'GOOGLE_CLIENT_ID',
  'FACEBOOK_CLIENT_ID',
  'VK_CLIENT_ID',
  'MARKETPLACE_API_URL',
] as const satisfies readonly SettingName[]

function findNoSignIn(settings: Settings, problem: Problem): void {
  if (SIGN_IN_WAYS.some((name) => settings[name].length > 0)) return
  const [first, ...others] = SIGN_IN_WAYS
  problem(first, `is required, or one of ${others.join(', ')}: visitors see their results only once they can sign in`)
}

/**
 * Reads all settings from `environment`, with defaults; `.env.example` explains each. Production also requires
 * a database server and a public URL, and a service that visitors use a way to sign in.
 * @throws Error with one message that lists every problem
 */
export function readSettings(environment: Environment, { isProduction = false, isForVisitors = false } = {}): Settings {
  const problems: string[] = []
  const problem: Problem = (name, words) => problems.push(`  ${name}: ${words}`)
  const given = withSecretFiles(environment, problem)
  const texts = Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => [name, given[name] || setting.default]),
  ) as Texts
  const values = Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => [
      name,
      setting.read(texts[name as keyof Texts], (words) => problem(name, words)),
    ]),
  ) as Settings
  findMissingPartners(texts, problem)
  findContradictions(texts, problem)
  if (isProduction) findUnsafeInProduction(texts, problem)
  if (isForVisitors) findNoSignIn(values, problem)
  findUnknownNames(given, problem)
  if (problems.length > 0) throw new Error(`Invalid settings (see .env.example):\n${problems.join('\n')}`)
  return values
}
