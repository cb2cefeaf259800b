import { type Brand, BUILT_IN_LEGAL } from '#contract/brand.ts'
import type { SignIn } from '#contract/page-data.ts'
import { CODE_CHANNELS, PROVIDERS } from '#contract/sign-in.ts'
import type { Settings } from '#settings/settings.ts'

/** Signing in on a page of the linked marketplace. */
export function linkedSignIn(settings: Settings, brand: Brand | undefined): SignIn {
  return {
    hasOwnAccounts: false,
    providers: PROVIDERS.filter((provider) => settings.MARKETPLACE_SIGNIN_PROVIDERS.includes(provider)),
    codeChannels: CODE_CHANNELS,
    linkedSignInUrl: settings.MARKETPLACE_SIGNIN_URL,
    legal: brand?.legal ?? BUILT_IN_LEGAL,
  }
}
