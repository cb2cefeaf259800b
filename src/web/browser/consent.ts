/**
 * What was chosen in this browser, also in another tab since this page was rendered. Over https only the cookie that the server reads there too
 * (src/server/visitor/secret-cookie.ts): another host of the domain can set one of the plain name.
 */
export function readChoice(): string | undefined {
  const prefix = location.protocol === 'https:' ? '__Host-' : ''
  return RegExp(`(?:^|; )${prefix}consent=(\\w+)`).exec(document.cookie)?.[1]
}

/**
 * Whether analytics events may be sent and the social SDK be loaded now: the browser's Global Privacy Control, else the visitor's choice,
 * else what the server said with the page (docs/decisions/013). Ask each time: the answer changes while the page is open.
 */
export function hasConsent(): boolean {
  if ((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl) return false
  return (readChoice() ?? document.documentElement.dataset.consent) === 'allowed'
}
