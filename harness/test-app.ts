import { randomInt } from 'node:crypto'
import { BROWSER_PARTS, type CatalogAddresses } from '#contract/locales.ts'
import type { LevelRule } from '#quiz/test-plan.ts'
import { createApp, type Dependencies } from '#server/app.ts'
import type { Sender } from '#server/auth/senders.ts'
import { type Banks, loadBanks } from '#server/banks/banks.ts'
import { readBrand } from '#server/brand/read-brand.ts'
import type { OpenDatabase } from '#server/db/schema.ts'
import { createDemoApp } from '#server/demo/app.ts'
import type { App } from '#server/edge/server.ts'
import type { Site } from '#server/pages/site.ts'
import { readSettings } from '#server/settings.ts'
import * as renderer from '#web/render.tsx'
import { openTestDatabase } from './database.ts'
import { QUICK_TAKERS } from './server-process.ts'

const site: Omit<Site, 'brand'> = {
  ...renderer,
  scriptAddresses: (entry) => ({ src: `/static/${entry}`, preload: [] }),
  catalogs: () => Object.fromEntries(BROWSER_PARTS.map((part) => [part, `/static/${part}.js`])) as CatalogAddresses,
}

const loaded = new Map<LevelRule, Banks>()

/** The same for all apps of a run: what helps what takes a fifth of an app's start to compute. */
function banksOf(rule: LevelRule): Banks {
  const banks = loaded.get(rule) ?? loadBanks(rule)
  loaded.set(rule, banks)
  return banks
}

export type TestApp = { app: App; close: () => Promise<void> } & Pick<OpenDatabase, 'db'>

/** An app on its own database, without a port; `environment` overrides the default settings. */
export async function startTestAppOf(
  environment: Record<string, string>,
  makeApp: (dependencies: Omit<Dependencies, 'sender'>) => Promise<App>,
): Promise<TestApp> {
  const { db, storage, close } = await openTestDatabase()
  const random = () => randomInt(2 ** 32) / 2 ** 32
  // All requests of a test come from one address.
  const ofTests = { LOG_LEVEL: 'silent', SIGN_INS_PER_MINUTE: '1000000', ...QUICK_TAKERS }
  const settings = readSettings({ ...ofTests, ...environment })
  const app = await makeApp({
    db,
    storage,
    banks: banksOf(settings.LEVEL_RULE),
    random,
    site: { ...site, brand: await readBrand(settings.BRAND_DIR) },
    settings,
  })
  return {
    app,
    db,
    close: async () => {
      await app.close()
      await close()
    },
  }
}

/** The demo. */
export function startTestDemo(environment: Record<string, string> = {}): Promise<TestApp> {
  return startTestAppOf(environment, createDemoApp)
}

/** The whole app; `sender` sends codes. */
export function startTestApp(
  environment: Record<string, string> = {},
  sender: Sender = {},
  logTo?: Dependencies['logTo'],
): Promise<TestApp> {
  return startTestAppOf(environment, (dependencies) =>
    createApp({ ...dependencies, sender, ...(logTo ? { logTo } : {}) }),
  )
}
