import { PROVIDERS } from '#contract/auth.ts'
import type { SignIn } from '#contract/page-data.ts'
import { configuredProviders } from '../auth/providers.ts'
import type { Settings } from '../settings.ts'

/** How visitors sign in: here, or on the page of the marketplace beside us. */
export function signInOf(settings: Settings): SignIn {
  if (!settings.MARKETPLACE_API_URL) return { providers: configuredProviders(settings), marketplaceUrl: null }
  const named = settings.MARKETPLACE_SIGNIN_PROVIDERS.split(',').map((name) => name.trim())
  return {
    providers: PROVIDERS.filter((provider) => named.includes(provider)),
    marketplaceUrl: settings.MARKETPLACE_SIGNIN_URL,
  }
}
