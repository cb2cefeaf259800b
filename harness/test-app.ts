import { BROWSER_PARTS, type CatalogAddresses } from '#contract/locales.ts'
import { createApp, type Dependencies } from '#server/app.ts'
import { systemRandom } from '#server/attempts/random.ts'
import { type Banks, readBanks } from '#server/banks/banks.ts'
import { readBrand } from '#server/brand/read-brand.ts'
import type { Database, OpenDatabase } from '#server/db/schema.ts'
import { createDemoApp } from '#server/demo/app.ts'
import type { OtherLimits } from '#server/http/limits.ts'
import type { App } from '#server/http/server.ts'
import type { Site } from '#server/pages/site.ts'
import type { Sender } from '#server/sign-in/senders.ts'
import { readSettings } from '#settings/read.ts'
import * as renderer from '#web/render.tsx'
import { openTestDatabase } from './test-database.ts'
import { APP_SETTINGS } from './test-settings.ts'

const site: Omit<Site, 'brand'> = {
  ...renderer,
  scriptAddresses: (entry) => ({ src: `/static/${entry}`, preload: [] }),
  catalogs: () => Object.fromEntries(BROWSER_PARTS.map((part) => [part, `/static/${part}.js`])) as CatalogAddresses,
}

/** All apps of a run share it, because finding which items help each other takes a fifth of an app's startup. */
let loaded: Banks | undefined
function loadBanks(): Banks {
  loaded ??= readBanks()
  return loaded
}

export type TestApp = { app: App; close: () => Promise<void> } & Pick<OpenDatabase, 'db'>

/** An app on its own database, without a port; `environment` overrides the default settings. */
export async function startTestAppOf(
  environment: Record<string, string>,
  makeApp: (dependencies: Omit<Dependencies, 'sender'>) => Promise<App>,
): Promise<TestApp> {
  const { db, engine, close } = await openTestDatabase()
  const settings = readSettings({ ...APP_SETTINGS, ...environment })
  const app = await makeApp({
    db,
    engine,
    banks: loadBanks(),
    random: systemRandom,
    site: { ...site, brand: readBrand(settings.BRAND_DIR) },
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

/** The demo app. */
export function startTestDemo(environment: Record<string, string> = {}): Promise<TestApp> {
  return startTestAppOf(environment, createDemoApp)
}

/** The complete app with other limits. */
export function startLimitedApp(otherLimits: OtherLimits, environment: Record<string, string> = {}): Promise<TestApp> {
  return startTestAppOf(environment, (dependencies) => createApp({ ...dependencies, otherLimits, sender: {} }))
}

/** The whole app; `sender` sends codes, and `record` sits between it and its database. */
export function startTestApp(
  environment: Record<string, string> = {},
  sender: Sender = {},
  logTo?: Dependencies['logTo'],
  record = (db: Database) => db,
): Promise<TestApp> {
  return startTestAppOf(environment, ({ db, ...dependencies }) =>
    createApp({ ...dependencies, db: record(db), sender, ...(logTo ? { logTo } : {}) }),
  )
}
