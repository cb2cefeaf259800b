import { type Brand, BUILT_IN_LEGAL } from '#contract/brand.ts'
import type { SignIn } from '#contract/page-data.ts'
import { type OfferedProvider, PROVIDERS } from '#contract/sign-in.ts'
import type { Settings } from '#settings/settings.ts'
import { configuredProviders } from './providers.ts'
import { dialCodeOf } from './targets.ts'

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

/** How visitors sign in: here, or on a page of the linked marketplace. */
export async function signInOf(settings: Settings, country: string | null, brand: Brand | undefined): Promise<SignIn> {
  const { legal = BUILT_IN_LEGAL, signInIcons: icons = {} } = brand ?? {}
  if (!settings.MARKETPLACE_API_URL)
    return {
      providers: offeredProviders(settings, country, icons),
      linkedSignInUrl: null,
      legal,
      dialCode: await dialCodeOf(country),
    }
  return {
    providers: providersThere(settings.MARKETPLACE_SIGNIN_PROVIDERS, icons),
    linkedSignInUrl: settings.MARKETPLACE_SIGNIN_URL,
    legal,
    dialCode: null,
  }
}
