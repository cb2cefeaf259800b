import { execFileSync } from 'node:child_process'
import { createDatabase, startPostgres } from '#harness/postgres.ts'
import { type RunningServer, startServer } from '#harness/server-process.ts'
import { type EmbeddingSites, startEmbeddingSites } from './embedding-sites.ts'

/** Values shared by the whole run. */
export type Surroundings = {
  server: Pick<RunningServer, 'origin' | 'databaseUrl'>
  hosts: Omit<EmbeddingSites, 'quiz' | 'close'>
}

/** The page of the mini-program that our server tells to open for a sign-in. */
export const SIGN_IN_PAGE = '/pages/own/sign-in'

/**
 * Builds the web if its sources have changed, and starts what all tests use: the demo on Postgres, and sites that embed
 * it. With a server per worker, four would have to start and warm up.
 */
export default async function setup(): Promise<() => Promise<void>> {
  execFileSync(process.execPath, ['workshop/build/build.ts', '--if-needed'], { stdio: 'inherit' })
  const postgres = await startPostgres()
  const sites = await startEmbeddingSites()
  const server = await startServer({
    env: {
      DATABASE_URL: await createDatabase(postgres.url, 'demo'),
      EMBED_ORIGINS: `https://elsewhere.example,${sites.school},${sites.sibling}`,
      WECHAT_SIGN_IN_PAGE: SIGN_IN_PAGE,
    },
  })
  sites.quiz = server.origin
  const { origin, databaseUrl } = server
  const { school, stranger, sibling } = sites
  process.env.E2E_SURROUNDINGS = JSON.stringify({
    server: { origin, databaseUrl },
    hosts: { school, stranger, sibling },
  } satisfies Surroundings)
  return async () => {
    sites.close()
    await server.stop()
    await postgres.stop()
  }
}
