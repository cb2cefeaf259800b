import type { Provider } from '#contract/auth.ts'
import type { SignIn } from '#contract/quiz-page.ts'
import { urls } from '#contract/urls.ts'

/** What decides how a visitor can sign in. */
export type SignInOffer = Readonly<SignIn> & { country: string | null }

export type SignInButton = Provider | 'code'

/** The browsers inside apps that Google refuses (WeChat, Facebook, Instagram). */
export function isRefusedByGoogle(userAgent: string): boolean {
  return /MicroMessenger|FBAN|FBAV|Instagram/.test(userAgent)
}

/**
 * The buttons in their order (Specification §2, design §7): Google and Facebook, VK only in Russia; in China email and phone in their place.
 * Only what is configured has a button; email and phone come first where Google refuses, and alone where nothing else is there.
 */
export function signInButtons(
  { country, providers }: Pick<SignInOffer, 'country' | 'providers'>,
  isInApp: boolean,
): SignInButton[] {
  if (country === 'CN') return ['code']
  const offered = providers.filter((provider) => provider !== 'vk' || country === 'RU')
  return isInApp || offered.length === 0 ? ['code', ...offered] : offered
}

/**
 * Where a button leads, or null for the one that opens our own dialog. The page of a marketplace beside us gets `next`, the whole address to come
 * back to, and `method`, what was pressed (docs/marketplace.md).
 */
export function signInAddress(button: SignInButton, next: string, marketplaceUrl: string | null): string | null {
  if (!marketplaceUrl) return button === 'code' ? null : `${urls.signInWith(button)}?next=${encodeURIComponent(next)}`
  const address = new URL(marketplaceUrl)
  address.searchParams.set('next', next)
  address.searchParams.set('method', button === 'code' ? 'email_or_phone' : button)
  return address.href
}
