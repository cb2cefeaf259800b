import { accountNameRoutes } from '../api/account.ts'
import { loginRoutes } from '../api/login.ts'
import { meRoutes } from '../api/me.ts'
import { teacherRoutes } from '../api/teachers.ts'
import { userRoutes } from '../api/users.ts'
import { vocabularyRoutes } from '../api/vocabulary.ts'
import type { Dependencies } from '../app.ts'
import { authRoutes } from '../auth/routes.ts'
import type { App } from '../edge/server.ts'
import { accountPageRoutes } from '../pages/account.ts'
import { marketplaceRoutes } from '../pages/marketplace.ts'

/** What this service answers as its own marketplace, and what a marketplace beside it takes over: accounts, profiles, teachers, words, their pages. */
export function embeddedMarketplace(
  app: App,
  context: Pick<Dependencies, 'db' | 'site' | 'sender' | 'settings'> & { pepper: string },
): void {
  authRoutes(app, context)
  loginRoutes(app, context)
  meRoutes(app, context)
  userRoutes(app, context)
  accountNameRoutes(app, context)
  accountPageRoutes(app, context)
  teacherRoutes(app, context)
  vocabularyRoutes(app, context)
  marketplaceRoutes(app, context)
}
