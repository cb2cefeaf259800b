/** Where a page runs (Specification §2): the mobile app, a mini-program's web view, the messaging app, or a browser. */
export type Environment = 'app' | 'mWx' | 'wx' | 'browser'

export type EnvironmentSigns = {
  userAgent: string
  /** The server knows the app by its user-agent token. */
  isMobileApp: boolean
  /**
   * `window.__wxjs_environment`, which old messaging apps set instead of naming the mini-program in the user agent; the
   * server never sees it.
   */
  marker?: unknown
}

/** Detects the environment, for browser and server alike: the app first, then from the most to the least specific. */
export function environmentOf({ userAgent, isMobileApp, marker }: EnvironmentSigns): Environment {
  if (isMobileApp) return 'app'
  if (marker === 'miniprogram' || /miniProgram/i.test(userAgent)) return 'mWx'
  return /MicroMessenger/i.test(userAgent) ? 'wx' : 'browser'
}
