import type { Registry } from 'prom-client'
import type { Settings } from '#settings/settings.ts'
import { ownAccountRoutes } from './api/account.ts'
import { communityRoutes } from './api/community.ts'
import { oauthRoutes } from './api/oauth.ts'
import { appSessionRoutes, codeRoutes } from './api/sign-in.ts'
import { profileHandlers } from './built-in-marketplace/profile.ts'
import { type DemoAbout, teacherHandlers } from './built-in-marketplace/teachers.ts'
import { userHandlers } from './built-in-marketplace/users.ts'
import { vocabularyHandlers } from './built-in-marketplace/vocabulary.ts'
import type { Database } from './db/schema.ts'
import type { Limits } from './http/limits.ts'
import type { Marketplace } from './marketplace.ts'
import { countedSender } from './metrics/activity.ts'
import { instrumentsIn } from './metrics/instruments.ts'
import { accountPageRoutes } from './pages/account.ts'
import { teacherAndVocabularyPages } from './pages/built-in-marketplace.ts'
import { communityPageRoutes } from './pages/community.ts'
import type { Site } from './pages/site.ts'
import { ownSignIn } from './sign-in/configured-providers.ts'
import { createMessageQueue } from './sign-in/message-queue.ts'
import type { Sender } from './sign-in/senders.ts'
import { ownSessions } from './who/session.ts'

type Parts = {
  db: Database
  settings: Settings
  site: Site
  sender: Sender
  limits: Limits
  pepper: string
  registry: Registry
  demoAbout: DemoAbout | undefined
}

/** This service as its own marketplace: it answers the calls from its own tables, and signs people in. */
export function builtInMarketplace(parts: Parts): Marketplace {
  const { db, settings, site, sender, limits, pepper, registry, demoAbout } = parts
  const who = ownSessions(db)
  const signIn = ownSignIn(settings, sender, site.brand)
  return {
    who,
    signIn,
    isTolerant: false,
    handlers: {
      ...userHandlers({ db, who, settings, limits }),
      ...profileHandlers({ db, who, settings }),
      ...teacherHandlers({ db, who, demoAbout }),
      ...vocabularyHandlers(db),
    },
    addOwnRoutes(app, { gates, counts }) {
      const queue = createMessageQueue(countedSender(sender, instrumentsIn(registry)), app.log)
      app.addHook('onClose', () => queue.close())
      codeRoutes(app, { db, sender, queue, pepper, settings, counts })
      oauthRoutes(app, { db, settings, queue, counts, gates })
      if (settings.APP_TOKEN_SECRET) appSessionRoutes(app, { db, settings, counts })
      ownAccountRoutes(app, { db, who, limits, gates })
      accountPageRoutes(app, { db, who, signIn, site, settings, limits })
      communityRoutes(app, { db, who, settings })
      communityPageRoutes(app, { db, who, signIn, site, settings })
      teacherAndVocabularyPages(app, { db, who, signIn, site, settings, demoAbout })
    },
  }
}
