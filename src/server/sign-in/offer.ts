import { type Brand, BUILT_IN_LEGAL } from '#contract/brand.ts'
import type { SignIn } from '#contract/page-data.ts'
import { CODE_CHANNELS, PROVIDERS } from '#contract/sign-in.ts'
import type { Settings } from '#settings/settings.ts'
import { configuredProviders } from './providers.ts'
import type { Sender } from './senders.ts'

/** How visitors sign in: here, as far as codes can be sent, or on a page of the linked marketplace. */
export function signInOffer(settings: Settings, sender: Sender, brand: Brand | undefined): SignIn {
  const { legal = BUILT_IN_LEGAL } = brand ?? {}
  if (!settings.MARKETPLACE_API_URL)
    return {
      providers: configuredProviders(settings),
      codeChannels: CODE_CHANNELS.filter((channel) => sender[channel]),
      linkedSignInUrl: null,
      legal,
    }
  return {
    providers: PROVIDERS.filter((provider) => settings.MARKETPLACE_SIGNIN_PROVIDERS.includes(provider)),
    codeChannels: CODE_CHANNELS,
    linkedSignInUrl: settings.MARKETPLACE_SIGNIN_URL,
    legal,
  }
}
