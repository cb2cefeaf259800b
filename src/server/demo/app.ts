import { urls } from '#contract/urls.ts'
import { createApp, type Dependencies } from '../app.ts'
import type { App } from '../edge/server.ts'
import { accountPages } from './account-pages.ts'
import { startIdentityProviders } from './identity/start.ts'
import { createMailbox } from './mailbox.ts'
import { mailboxPage } from './mailbox-page.ts'
import { seedAccounts } from './seed-accounts.ts'
import { seedTeachers } from './seed-teachers.ts'
import { seedVocabulary } from './seed-vocabulary.ts'

const LOOPBACK = ['127.0.0.1', '::1', 'localhost']

export const DEMO_PAGES = [
  { name: 'Accounts to try, one click each', path: urls.demoAccounts },
  { name: 'Codes sent by mail and SMS', path: urls.demoMailbox },
]

/** Among the demo's accounts (data/demo/accounts.json). */
const STAFF = 'staff@example.test'

/** Tests and measurements of the demo all come from one address. */
const ASSESSMENTS_PER_HOUR = 1_000_000

/** The mailbox takes the place of mail and SMS. */
type DemoDependencies = Omit<Dependencies, 'sender'>

/**
 * The app with what only the demo has: accounts that anybody may enter, a mailbox that anybody may read, and identity providers that believe
 * everybody.
 * @throws Error when it would listen to other machines, or is to stand beside another marketplace
 */
export async function createDemoApp(dependencies: DemoDependencies): Promise<App> {
  const { db, settings: given } = dependencies
  if (!LOOPBACK.includes(given.HOST))
    throw new Error('The demo lets everybody in and listens to this machine alone. Use "npm run serve" for others.')
  if (given.MARKETPLACE_API_URL)
    throw new Error('The demo is a marketplace itself. Use "npm run serve" beside another one.')
  const mailbox = createMailbox()
  const accounts = await seedAccounts(db)
  await seedTeachers(db, new Date())
  await seedVocabulary(db)
  const { settings, close } = await startIdentityProviders({
    ...given,
    ASSESSMENTS_PER_HOUR: Math.max(given.ASSESSMENTS_PER_HOUR, ASSESSMENTS_PER_HOUR),
    STAFF_EMAILS: given.STAFF_EMAILS || STAFF,
  })
  const app = await createApp({ ...dependencies, settings, sender: mailbox.sender })
  app.addHook('onClose', close)
  await accountPages(app, { ...dependencies, settings, accounts, staff: STAFF })
  mailboxPage(app, mailbox)
  return app
}
