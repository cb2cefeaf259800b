import type { Provider } from '#contract/auth.ts'

/** What decides how a visitor can sign in. */
export type SignInOffer = { country: string | null; providers: readonly Provider[] }

export type SignInButton = Provider | 'code'

/** The browsers inside apps that Google refuses (WeChat, Facebook, Instagram). */
export function isRefusedByGoogle(userAgent: string): boolean {
  return /MicroMessenger|FBAN|FBAV|Instagram/.test(userAgent)
}

/**
 * The buttons in their order (Specification §2, design §7): Google and Facebook, VK only in Russia; in China email and phone in their place.
 * Only what is configured has a button; email and phone come first where Google refuses, and alone where nothing else is there.
 */
export function signInButtons({ country, providers }: SignInOffer, isInApp: boolean): SignInButton[] {
  if (country === 'CN') return ['code']
  const offered = providers.filter((provider) => provider !== 'vk' || country === 'RU')
  return isInApp || offered.length === 0 ? ['code', ...offered] : offered
}
