import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { FrameMessage } from '#contract/embedding.ts'
import { CardSetInFile, TeacherInFile, VerdictInFile } from '#contract/import-files.ts'
import { pages } from '#contract/pages.ts'
import { documentedEvents } from '#harness/documented-events.ts'
import { APP_TOKEN_SECRET } from '#harness/test-settings.ts'
import { MIGRATIONS } from '#server/db/connection/migrate.ts'
import { settings } from '#settings/settings.ts'

/** What was promised last. */
export const STATE = 'test/compatibility/1.0.json'

/** Settings with which a process has every call. */
export const EVERY_CALL = {
  APP_TOKEN_SECRET,
  RESULTS_API_TOKEN: 'the-secret-of-the-servers-beside-this',
  EMBED_ORIGINS: 'https://partner.example',
  WECHAT_APP_ID: 'wx0123456789abcdef',
  WECHAT_APP_SECRET: '0123456789abcdef0123456789abcdef',
}

/** A state of what docs/compatibility.md promises, as JSON: what a client, an integrator and an operator rely on. */
export type Promised = {
  openapi: OpenApi
  addresses: string[]
  /** The names of each event's properties; a journey in the browser compares docs/events.md with what is sent. */
  events: Record<string, string[]>
  embedding: Schema
  imports: Record<string, Schema>
  /** Their defaults. */
  settings: Record<string, string>
  /** The hash of each migration: a database that has run it checks that it is the same. */
  migrations: Record<string, string>
}

export type Schema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema | Schema[]
  additionalProperties?: boolean | Schema
  patternProperties?: Record<string, Schema>
  [keyword: string]: unknown
}

type Content = { content?: Record<string, { schema?: Schema }> }

export type Operation = {
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[]
  requestBody?: Content & { required?: boolean }
  responses?: Record<string, Content>
}

export type OpenApi = {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** They explain, and may say it better in any release. */
const WORDS: readonly string[] = ['description', 'summary']

/** What is promised of the product as it is now, with its `/openapi.json`. */
export function promisedNow(openapi: OpenApi): Promised {
  const now = {
    openapi,
    addresses: Object.values(pages).map(({ address }) => address),
    events: Object.fromEntries(documentedEvents()),
    embedding: FrameMessage,
    imports: { teachers: TeacherInFile, 'card-sets': CardSetInFile, levels: VerdictInFile },
    migrations: Object.fromEntries(
      readdirSync(MIGRATIONS).map((file) => [file, hashOf(readFileSync(new URL(file, MIGRATIONS)))]),
    ),
    settings: Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, setting.default])),
  }
  return JSON.parse(
    JSON.stringify(now, (key, value) => (WORDS.includes(key) && typeof value === 'string' ? undefined : value)),
  )
}
