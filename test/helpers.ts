import { randomInt } from 'node:crypto'
import { type App, createApp } from '#server/app.ts'
import { loadBanks } from '#server/banks.ts'
import { type OpenDatabase, openInMemory } from '#server/db/open.ts'
import type { Site } from '#server/pages/site.ts'
import * as renderer from '#web/render.tsx'

const assets = { script: null, preload: [] }
const site: Site = { renderer, assets: { landing: assets, quiz: assets, error: assets } }

export type TestApp = { app: App; close: () => Promise<void> } & Pick<OpenDatabase, 'db'>

/** The whole app on a database of its own, without a port. */
export async function startTestApp(): Promise<TestApp> {
  const { db, close } = await openInMemory()
  const random = () => randomInt(2 ** 32) / 2 ** 32
  const settings = { LOG_LEVEL: 'silent', APP_USER_AGENT_TOKEN: 'LanguageQuizApp' }
  const app = await createApp({ db, banks: loadBanks(), random, site, settings })
  return {
    app,
    db,
    close: async () => {
      await app.close()
      await close()
    },
  }
}
