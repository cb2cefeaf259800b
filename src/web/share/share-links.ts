export type Shared = {
  /** The public report's absolute address. */
  url: string
  text: string
}

/**
 * A query in the encoding that every vendor documents: UTF-8, with spaces as %20. A lone surrogate (half an emoji)
 * can't break it.
 */
function query(parameters: Record<string, string>): string {
  return new URLSearchParams(parameters).toString().replaceAll('+', '%20')
}

/**
 * Facebook: the share dialog, which needs the operator's Facebook app; without one, the page behind Facebook's share
 * button. Both accept only the address; text and picture come from the report's Open Graph tags.
 */
export function facebookUrl({ url }: Shared, appId: string): string {
  return appId
    ? `https://www.facebook.com/dialog/share?${query({ app_id: appId, display: 'popup', href: url, redirect_uri: url })}`
    : `https://www.facebook.com/sharer/sharer.php?${query({ u: url })}`
}

/** X, formerly Twitter: the web intent. */
export function twitterUrl({ url, text }: Shared): string {
  return `https://twitter.com/intent/tweet?${query({ text, url })}`
}

/** WhatsApp: click to chat without a number, so the sender picks the chat. */
export function whatsappUrl({ url, text }: Shared): string {
  return `https://wa.me/?${query({ text: `${text} ${url}` })}`
}

/**
 * Messenger: the send dialog, which needs the operator's Facebook app; on mobile devices, where Facebook doesn't
 * support the dialog, the app's own URL scheme.
 */
export function messengerUrl({ url }: Shared, { appId, isMobile }: { appId: string; isMobile: boolean }): string {
  return isMobile
    ? `fb-messenger://share?${query({ link: url, ...(appId ? { app_id: appId } : {}) })}`
    : `https://www.facebook.com/dialog/send?${query({ app_id: appId, link: url, redirect_uri: url })}`
}

/** VK: accepts only the address, as documented. */
export function vkUrl({ url }: Shared): string {
  return `https://vk.com/share.php?${query({ url })}`
}

/**
 * LinkedIn: the form that adds a license to a profile. The entry's name makes clear that it isn't a certificate; its
 * date is the visitor's, or left to them.
 */
export function linkedInProfileUrl(
  { url }: Pick<Shared, 'url'>,
  { name, organization, finishedAt }: { name: string; organization: string; finishedAt: Date | null },
): string {
  return `https://www.linkedin.com/profile/add?${query({
    startTask: 'CERTIFICATION_NAME',
    name,
    organizationName: organization,
    ...(finishedAt && {
      issueYear: String(finishedAt.getFullYear()),
      issueMonth: String(finishedAt.getMonth() + 1),
    }),
    certUrl: url,
  })}`
}

export type ShareLinkName = 'facebook' | 'twitter' | 'whatsapp' | 'messenger' | 'vk'

/**
 * The links of the share sheet in order (Specification §2). Messenger appears on mobile devices, and elsewhere only
 * with the operator's Facebook app, which its links need.
 */
export function shareLinks(
  shared: Shared,
  { facebookAppId, isMobile }: { facebookAppId: string; isMobile: boolean },
): { name: ShareLinkName; href: string }[] {
  const messenger = { name: 'messenger' as const, href: messengerUrl(shared, { appId: facebookAppId, isMobile }) }
  return [
    { name: 'facebook', href: facebookUrl(shared, facebookAppId) },
    { name: 'twitter', href: twitterUrl(shared) },
    { name: 'whatsapp', href: whatsappUrl(shared) },
    ...(facebookAppId || isMobile ? [messenger] : []),
    { name: 'vk', href: vkUrl(shared) },
  ]
}

/** More targets, for browsers without a system share menu. Site names are proper nouns and need no translation. */
export const FURTHER_LINKS: readonly { target: string; hrefOf: (shared: Shared) => string }[] = [
  {
    target: 'email',
    hrefOf: ({ url, text }) => `mailto:?${query({ subject: text, body: `${text}\n\n${url}` })}`,
  },
  { target: 'Telegram', hrefOf: ({ url, text }) => `https://t.me/share/url?${query({ url, text })}` },
  { target: 'LinkedIn', hrefOf: ({ url }) => `https://www.linkedin.com/sharing/share-offsite/?${query({ url })}` },
  { target: 'LINE', hrefOf: ({ url, text }) => `https://social-plugins.line.me/lineit/share?${query({ url, text })}` },
  { target: 'Reddit', hrefOf: ({ url, text }) => `https://www.reddit.com/submit?${query({ url, title: text })}` },
]
