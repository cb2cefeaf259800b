import { execFileSync } from 'node:child_process'
import { createDatabase, startPostgres } from '#harness/postgres.ts'
import { startServer } from '#harness/server-process.ts'

export const DEMO_DATABASE = 'demo'

/** Builds the web if its sources have changed, and fills the database of the demo that each server copies. */
export default async function setup(): Promise<() => Promise<void>> {
  execFileSync(process.execPath, ['workshop/build/build.ts', '--if-needed'], { stdio: 'inherit' })
  const postgres = await startPostgres()
  const server = await startServer({ env: { DATABASE_URL: await createDatabase(postgres.url, DEMO_DATABASE) } })
  await server.stop()
  process.env.E2E_POSTGRES = postgres.url
  return postgres.stop
}
