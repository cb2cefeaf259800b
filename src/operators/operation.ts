import { INVISIBLE } from '#contract/typed-text.ts'
import { openDatabase } from '#server/db/connection/open.ts'
import type { Database } from '#server/db/schema.ts'
import { loadEnvFile } from '#settings/env-file.ts'

const INVISIBLE_SIGNS = new RegExp(`(?!\\n)[${INVISIBLE}]`, 'gu')

/** Escapes invisible and control characters, which messages may quote from files and replies. */
const withVisibleSigns = (text: string) =>
  text.replace(INVISIBLE_SIGNS, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`)

/** Runs a command with the settings of `.env` added. On an error, prints its message and exits with 1. */
export async function operate(run: () => Promise<void>): Promise<void> {
  try {
    loadEnvFile()
    await run()
  } catch (error) {
    console.error(withVisibleSigns(error instanceof Error ? error.message : String(error)))
    process.exitCode = 1
  }
}

/** Opens the database that `npm run serve` uses, and closes it afterward. */
export async function withDatabase(
  settings: Parameters<typeof openDatabase>[0],
  use: (db: Database) => Promise<void>,
): Promise<void> {
  const { db, close } = await openDatabase(settings)
  await use(db).finally(close)
}
