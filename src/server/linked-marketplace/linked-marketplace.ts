import type { Brand } from '#contract/brand.ts'
import type { Settings } from '#settings/settings.ts'
import type { Marketplace } from '../marketplace.ts'
import { linkedHandlers } from './handlers.ts'
import { identifyBeforeGates, marketplaceIdentity } from './identity.ts'
import type { LoginParts } from './login.ts'
import { linkedSignIn } from './sign-in.ts'

type Parts = Omit<LoginParts, 'settings'> & { settings: Settings; brand: Brand | undefined }

/** Another service that answers the calls over HTTP, has the accounts, and signs people in (docs/decisions/012). */
export function linkedMarketplace({ brand, ...parts }: Parts): Marketplace {
  const { settings } = parts
  const who = marketplaceIdentity(parts)
  return {
    who,
    signIn: linkedSignIn(settings, brand),
    handlers: linkedHandlers(settings, who),
    isTolerant: true,
    beforeGates: (app) => identifyBeforeGates(app, who),
  }
}
