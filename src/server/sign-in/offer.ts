import { type Brand, BUILT_IN_LEGAL } from '#contract/brand.ts'
import type { SignIn } from '#contract/page-data.ts'
import { CODE_CHANNELS, type OfferedProvider, PROVIDERS } from '#contract/sign-in.ts'
import type { Settings } from '#settings/settings.ts'
import { configuredProviders } from './providers.ts'
import type { Sender } from './senders.ts'

/**
 * The providers that visitors of a country may sign in with, the three first. `icons` are the addresses of the others'
 * icons, by id.
 */
function offeredProviders(
  settings: Settings,
  country: string | null,
  icons: Readonly<Record<string, string>>,
): OfferedProvider[] {
  const added = settings.OIDC_PROVIDERS.filter(
    ({ countries }) => !countries || (country !== null && countries.includes(country)),
  ).map(({ id, name }) => ({ id, name, icon: icons[id] ?? null }))
  return [...configuredProviders(settings), ...added]
}

/**
 * The providers of a marketplace's own sign-in page, as MARKETPLACE_SIGNIN_PROVIDERS names them: one of the three, or
 * `id=Name`.
 */
function providersThere(entries: readonly string[], icons: Readonly<Record<string, string>>): OfferedProvider[] {
  return entries.flatMap((entry): OfferedProvider[] => {
    const [id = '', name] = entry.split('=')
    if (name !== undefined) return [{ id, name, icon: icons[id] ?? null }]
    return PROVIDERS.filter((provider) => provider === id)
  })
}

/** What visitors of a country are offered to sign in with. */
export type OfferSignIn = (country: string | null) => SignIn

/** How visitors sign in: here, as far as codes can be sent, or on a page of the linked marketplace. */
export function signInOffers(settings: Settings, sender: Sender, brand: Brand | undefined): OfferSignIn {
  const { legal = BUILT_IN_LEGAL, signInIcons: icons = {} } = brand ?? {}
  if (!settings.MARKETPLACE_API_URL)
    return (country) => ({
      providers: offeredProviders(settings, country, icons),
      codeChannels: CODE_CHANNELS.filter((channel) => sender[channel]),
      linkedSignInUrl: null,
      legal,
    })
  return () => ({
    providers: providersThere(settings.MARKETPLACE_SIGNIN_PROVIDERS, icons),
    codeChannels: CODE_CHANNELS,
    linkedSignInUrl: settings.MARKETPLACE_SIGNIN_URL,
    legal,
  })
}
