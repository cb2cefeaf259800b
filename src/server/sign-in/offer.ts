import { type Brand, BUILT_IN_LEGAL } from '#contract/brand.ts'
import type { SignIn } from '#contract/page-data.ts'
import { CODE_CHANNELS } from '#contract/sign-in.ts'
import type { Settings } from '#settings/settings.ts'
import { configuredProviders } from './providers.ts'
import type { Sender } from './senders.ts'

/** Signing in here, with codes if they can be sent. */
export function ownSignIn(settings: Settings, sender: Sender, brand: Brand | undefined): SignIn {
  return {
    hasOwnAccounts: true,
    providers: configuredProviders(settings),
    codeChannels: CODE_CHANNELS.filter((channel) => sender[channel]),
    linkedSignInUrl: null,
    legal: brand?.legal ?? BUILT_IN_LEGAL,
  }
}
