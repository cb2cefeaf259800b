import { urls } from '#contract/urls.ts'
import { createApp, type Dependencies } from '../app.ts'
import type { App } from '../http/server.ts'
import { demoAccountRoutes } from './account-page.ts'
import { seedAccounts } from './accounts.ts'
import { startIdentityProviders } from './identity/start.ts'
import { createMailbox, mailboxRoute } from './mailbox.ts'
import { aboutIn, seedTeachers, seedVocabulary } from './marketplace-seeds.ts'

const LOOPBACK = ['127.0.0.1', '::1', 'localhost']

export const DEMO_PAGES = [
  { name: 'Accounts to try, one click each', path: urls.demoAccounts },
  { name: 'Codes sent by email and text message', path: urls.demoMailbox },
]

/** All tests and benchmarks of the demo come from one address. */
const MANY_ASSESSMENTS = 1_000_000

/** The mailbox stands in for email and text messages. */
type DemoDependencies = Omit<Dependencies, 'sender'>

/**
 * The app plus the demo's own additions: accounts that anyone can sign in to, a mailbox that anyone can read, and
 * identity providers that accept everyone.
 * @throws Error if it would accept connections from other machines, or if another marketplace is configured
 */
export async function createDemoApp(dependencies: DemoDependencies): Promise<App> {
  const { db, settings: given } = dependencies
  if (!LOOPBACK.includes(given.HOST))
    throw new Error(
      'The demo lets anyone sign in, so it listens on this machine only. Use "npm run serve" for other machines.',
    )
  if (given.MARKETPLACE_API_URL)
    throw new Error('The demo has its own marketplace. Use "npm run serve" with another one.')
  const mailbox = createMailbox()
  // Teachers first, because `npm run serve` recognizes a demo's database by them.
  await seedTeachers(db, new Date())
  const accounts = await seedAccounts(db)
  await seedVocabulary(db)
  const { settings, close } = await startIdentityProviders({
    ...given,
    ASSESSMENTS_PER_HOUR: Math.max(given.ASSESSMENTS_PER_HOUR, MANY_ASSESSMENTS),
  })
  const app = await createApp({
    ...dependencies,
    settings,
    hosts: LOOPBACK,
    sender: mailbox.sender,
    demoAbout: aboutIn,
  })
  app.addHook('onClose', close)
  await demoAccountRoutes(app, { ...dependencies, settings, accounts })
  mailboxRoute(app, mailbox)
  return app
}
