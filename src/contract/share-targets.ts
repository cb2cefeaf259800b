/** What a share target can show. */
export type ReportToShare = {
  /** The public report's absolute address. */
  url: string
  text: string
  /** The result's name in a profile, which makes clear that it isn't a certificate. */
  title: string
  siteName: string
  /** Null leaves the date to the visitor. */
  finishedAt: Date | null
}

type ShareDevice = {
  /** The operator's Facebook app; '' if there is none. */
  facebookAppId: string
  isMobile: boolean
}

/** What Facebook's SDK opens (developers.facebook.com/docs/javascript/reference/FB.ui). */
export type SocialDialog = { method: 'share'; href: string } | { method: 'send'; link: string }

type Addressed = {
  /** Where the report is shared: a web page, or an address that opens an app. */
  addressOf: (report: ReportToShare, device: ShareDevice) => string
  /** Whether the address opens an app, which needs no window. */
  opensApp?: (device: ShareDevice) => boolean
}

/** Without an address, the page itself acts. */
export type ShareTarget = Partial<Addressed> & {
  /** The social SDK's dialog for a report's address, in place of our own; null if it has none for the device. */
  dialogOn?: (device: ShareDevice) => ((url: string) => SocialDialog) | null
  /** False hides the target on this device. */
  isOffered?: (device: ShareDevice) => boolean
}

/**
 * A query in the encoding that every vendor documents: UTF-8, with spaces as %20. A lone surrogate (half an emoji)
 * can't break it.
 */
function query(parameters: Record<string, string>): string {
  return new URLSearchParams(parameters).toString().replaceAll('+', '%20')
}

/**
 * The share targets in order (Specification §2). `share_report` events send their names; a target's text is
 * `share.{name}`, and its icon is in src/web/share/share-tile.tsx.
 */
export const SHARE_TARGETS = {
  product: {},
  // Both pages accept only the address; text and picture come from the report's Open Graph tags. The dialog needs the
  // operator's app; the other page is the one behind Facebook's share button.
  facebook: {
    addressOf: ({ url }, { facebookAppId: app_id }) =>
      app_id
        ? `https://www.facebook.com/dialog/share?${query({ app_id, display: 'popup', href: url, redirect_uri: url })}`
        : `https://www.facebook.com/sharer/sharer.php?${query({ u: url })}`,
    dialogOn: () => (href) => ({ method: 'share', href }),
  },
  // X's web intent.
  twitter: { addressOf: ({ url, text }) => `https://twitter.com/intent/tweet?${query({ text, url })}` },
  // Click to chat without a number, so the sender picks the chat.
  whatsapp: { addressOf: ({ url, text }) => `https://wa.me/?${query({ text: `${text} ${url}` })}` },
  // Facebook's send dialog needs the operator's app and doesn't work on mobile devices. There, the Messenger app's own
  // scheme does.
  messenger: {
    addressOf: ({ url }, { facebookAppId: app_id, isMobile }) =>
      isMobile
        ? `fb-messenger://share?${query({ link: url, ...(app_id ? { app_id } : {}) })}`
        : `https://www.facebook.com/dialog/send?${query({ app_id, link: url, redirect_uri: url })}`,
    opensApp: ({ isMobile }) => isMobile,
    dialogOn: ({ isMobile }) => (isMobile ? null : (link) => ({ method: 'send', link })),
    isOffered: ({ facebookAppId, isMobile }) => isMobile || facebookAppId !== '',
  },
  // VK accepts only the address.
  vk: { addressOf: ({ url }) => `https://vk.com/share.php?${query({ url })}` },
  more: {},
  copy: {},
  picture: {},
  // The form that adds a license to a profile.
  linkedin: {
    addressOf: ({ url, title, siteName, finishedAt }) =>
      `https://www.linkedin.com/profile/add?${query({
        startTask: 'CERTIFICATION_NAME',
        name: title,
        organizationName: siteName,
        ...(finishedAt && {
          issueYear: String(finishedAt.getFullYear()),
          issueMonth: String(finishedAt.getMonth() + 1),
        }),
        certUrl: url,
      })}`,
  },
} as const satisfies Record<string, ShareTarget>

export type ShareTargetName = keyof typeof SHARE_TARGETS

export const SHARE_TARGET_NAMES = Object.keys(SHARE_TARGETS) as ShareTargetName[]

/** Targets behind 'More', for browsers without a system share menu. Site names are proper nouns: no translation. */
export const FURTHER_TARGETS: Readonly<Record<string, Addressed>> = {
  email: {
    addressOf: ({ url, text }) => `mailto:?${query({ subject: text, body: `${text}\n\n${url}` })}`,
    opensApp: () => true,
  },
  Telegram: { addressOf: ({ url, text }) => `https://t.me/share/url?${query({ url, text })}` },
  LinkedIn: { addressOf: ({ url }) => `https://www.linkedin.com/sharing/share-offsite/?${query({ url })}` },
  LINE: { addressOf: ({ url, text }) => `https://social-plugins.line.me/lineit/share?${query({ url, text })}` },
  Reddit: { addressOf: ({ url, text }) => `https://www.reddit.com/submit?${query({ url, title: text })}` },
}
