import { CHINA, RUSSIA } from '#contract/country-codes.ts'
import type { QuizPageState, SignIn } from '#contract/page-data.ts'
import type { CodeChannel, Provider } from '#contract/sign-in.ts'
import { urls } from '#contract/urls.ts'
import { findEnvironment } from '../browser/environment.ts'

/** The channels for codes. */
export type CodeWays = CodeChannel | 'both'

/** The inputs that determine a visitor's sign-in methods. */
export type SignInOffer = Readonly<SignIn> & {
  country: string | null
  /** The mini-program's sign-in page, if it has one. */
  miniProgramPage?: string
}

/** The offer on the quiz page. */
export function offerOn({ visitor, host, signIn }: Pick<QuizPageState, 'visitor' | 'host' | 'signIn'>): SignInOffer {
  const isMiniProgram = findEnvironment(host.isMobileApp) === 'mWx'
  return {
    country: visitor.login.country_id,
    ...signIn,
    ...(isMiniProgram ? { miniProgramPage: host.miniProgram.signInPage } : {}),
  }
}

export type SignInButton = Provider | 'code'

/** Null if no codes can be sent. */
export function codeWays({ codeChannels }: Pick<SignInOffer, 'codeChannels'>): CodeWays | null {
  return codeChannels.length > 1 ? 'both' : (codeChannels[0] ?? null)
}

/** Whether this is an in-app browser that Google refuses (WeChat, Facebook, Instagram). */
export function isRefusedByGoogle(userAgent: string): boolean {
  return /MicroMessenger|FBAN|FBAV|Instagram/.test(userAgent)
}

/**
 * The buttons in order (Specification §2): Google and Facebook, plus VK in Russia; in China, email and phone instead.
 * Only configured providers get a button; the email-and-phone link is below in every country where codes can be sent.
 */
export function signInButtons({
  country,
  providers,
  codeChannels,
}: Pick<SignInOffer, 'country' | 'providers' | 'codeChannels'>): SignInButton[] {
  return country === CHINA && codeChannels.length > 0
    ? ['code']
    : providers.filter((provider) => provider !== 'vk' || country === RUSSIA)
}

/**
 * The address of a button on the page `next`, or null if it opens our own dialog. The sign-in page of a linked
 * marketplace gets `next`, the absolute return address, and `method`, the pressed button (docs/marketplace.md).
 */
export function signInAddress(button: SignInButton, next: string, linkedSignInUrl: string | null): string | null {
  const page = encodeURIComponent(next)
  if (!linkedSignInUrl) return button === 'code' ? null : `${urls.signInWith(button)}?next=${page}`
  const address = new URL(linkedSignInUrl)
  address.searchParams.set('next', next)
  address.searchParams.set('method', button === 'code' ? 'email_or_phone' : button)
  return address.href
}
