import { PROVIDERS } from '#contract/sign-in.ts'
import { UNSEEN } from '#contract/unseen.ts'
import type { Fault } from './entry.ts'
import { PLAIN_ADDRESS } from './forms.ts'
import { readSecretFile } from './secret-file.ts'

/** What a provider's name may be in addresses and in the database. */
export const PROVIDER_ID = '[a-z][a-z0-9-]{0,30}'
/** How people know a provider. */
export const PROVIDER_NAME = `[^${UNSEEN}=,<>"]{1,40}`
/** OAuth scopes, openid among them. */
const SCOPES = {
  pattern: /^([\x21-\x7e]+ )*openid( [\x21-\x7e]+)*$/,
  words: 'scopes with one space between, openid among them',
}

export type OidcProvider = {
  id: string
  name: string
  issuer: string
  client_id: string
  client_secret?: string | undefined
  scopes?: string
  id_token_algorithm?: string
  countries?: readonly string[]
  verifies_email?: boolean
}

/** An entry of OIDC_PROVIDERS: the secret may stand in a file. */
type Entry = OidcProvider & { client_secret_file?: string }

const matches = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value)

/** What each field has to be, and how it is said. */
const FIELDS: Record<keyof Entry, { isRight: (value: unknown) => boolean; words: string; isRequired?: true }> = {
  id: {
    isRight: matches(new RegExp(`^${PROVIDER_ID}$`)),
    words: 'a lower-case word for addresses (letters, digits and "-")',
    isRequired: true,
  },
  name: {
    isRight: matches(new RegExp(`^${PROVIDER_NAME}$`, 'u')),
    words: 'the name on its button, of 1 to 40 characters, without "=", ",", "<", ">" and quotes',
    isRequired: true,
  },
  issuer: {
    isRight: matches(PLAIN_ADDRESS.pattern),
    words: 'a web address such as https://accounts.example.com, without user and password',
    isRequired: true,
  },
  client_id: { isRight: matches(/./), words: 'the id of your client there', isRequired: true },
  client_secret: { isRight: matches(/./), words: 'the secret of your client there' },
  client_secret_file: { isRight: matches(/./), words: 'the path of a file with the secret' },
  scopes: { isRight: matches(SCOPES.pattern), words: SCOPES.words },
  id_token_algorithm: {
    isRight: matches(/^(RS|PS|ES|HS)(256|384|512)$|^Ed(DSA|25519)$/),
    words: 'the algorithm that signs its ID tokens, such as RS256, ES256 or HS256',
  },
  countries: {
    isRight: (value) => Array.isArray(value) && value.length > 0 && value.every(matches(/^[A-Z]{2}$/)),
    words: 'two-letter codes of the countries in which it has a button, such as ["JP","TW"]',
  },
  verifies_email: { isRight: (value) => typeof value === 'boolean', words: 'true or false' },
}

/**
 * Names that stand for something else where the ids of providers stand: in the database, or in the addresses of
 * sign-in.
 */
const RESERVED: readonly string[] = [...PROVIDERS, 'app', 'import', 'marketplace', 'code']

function fieldFaults(entry: Record<string, unknown>): string[] {
  const wrong = Object.entries(FIELDS)
    .filter(([name, { isRight, isRequired }]) => (Object.hasOwn(entry, name) ? !isRight(entry[name]) : isRequired))
    .map(([name, { words }]) => `${name} must be ${words}`)
  const unknown = Object.keys(entry)
    .filter((name) => !Object.hasOwn(FIELDS, name))
    .map((name) => `there is no field ${name}`)
  return [...wrong, ...unknown]
}

function entryFaults(entry: unknown, ids: readonly unknown[], index: number): string[] {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return ['must be an object']
  const faults = fieldFaults(entry as Record<string, unknown>)
  if (faults.length > 0) return faults
  const { id, client_secret, client_secret_file } = entry as Entry
  if (RESERVED.includes(id)) return [`the id ${id} is taken; choose another`]
  if (ids.indexOf(id) !== index) return [`the id ${id} is used twice`]
  return client_secret && client_secret_file ? ['give client_secret or client_secret_file, not both'] : []
}

function parseList(text: string): unknown[] | undefined {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list : undefined
  } catch {
    // JSON's own message quotes the text, which may hold secrets.
    return undefined
  }
}

/** The providers that OIDC_PROVIDERS adds, in its order. */
export function readOidcProviders(text: string, fault: Fault): readonly OidcProvider[] {
  const list = text === '' ? [] : parseList(text)
  if (!list) {
    fault('must be a JSON list of providers, such as docs/sign-in.md has')
    return []
  }
  const ids = list.map((entry) => (entry as Partial<Entry> | null)?.id)
  return list.flatMap((entry, index) => {
    const faultOfEntry = (words: string) => fault(`entry ${index + 1}: ${words}`)
    const faults = entryFaults(entry, ids, index)
    for (const words of faults) faultOfEntry(words)
    if (faults.length > 0) return []
    const { client_secret_file: path, client_secret, ...provider } = entry as Entry
    const inFile = path && readSecretFile(path, (words) => faultOfEntry(`client_secret_file: ${words}`))
    return [{ ...provider, client_secret: client_secret ?? inFile }]
  })
}
