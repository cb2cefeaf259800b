import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SOURCE = 'src/server'
const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .map((file) => join(SOURCE, file))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))

const filesWith = (pattern: RegExp) => sources.filter((file) => pattern.test(readFileSync(file, 'utf8'))).sort()

it('v5.0.0-1.2.4: no statement is built from strings: values are parameters', () => {
  expect(sources.length).toBeGreaterThan(100)
  // Kysely's ways to insert text into a statement verbatim.
  expect(filesWith(/\bsql\.(raw|lit|id)\b|\b(CompiledQuery|RawBuilder)\.raw\b/)).toEqual([])
  // Code that uses the drivers without Kysely: opening, migrating, and the wrapper of Kysely's own driver.
  const drivers = /\b(client|pglite|pool|connection)\.(query|exec)\(/
  expect(filesWith(drivers)).toEqual(['src/server/db/connection/pglite.ts', 'src/server/db/connection/postgres.ts'])
})
