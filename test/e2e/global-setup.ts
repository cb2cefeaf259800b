import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { startServer } from '#harness/server-process.ts'

/** Builds the web if its sources have changed, and creates the database that each server copies. */
export default async function setup(): Promise<() => void> {
  execFileSync(process.execPath, ['scripts/build.ts', '--if-needed'], { stdio: 'inherit' })
  const server = await startServer()
  await server.stop({ keepData: true })
  process.env.E2E_DATA_DIR = server.dataDir
  return () => rmSync(server.dataDir, { recursive: true, force: true })
}
