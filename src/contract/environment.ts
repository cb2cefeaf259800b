/** Where a page runs (Specification §2): the mobile app, a mini-program's web view, the messaging app, or a browser. */
export type Environment = 'app' | 'mWx' | 'wx' | 'browser'

export type EnvironmentSigns = {
  userAgent: string
  /** The server detects the app by its user-agent token. */
  isMobileApp: boolean
  /**
   * `window.__wxjs_environment`, which old messaging apps set instead of putting the mini-program into the user agent;
   * never sent to the server.
   */
  marker?: unknown
}

/** Detects the environment, in the browser and on the server: the app first, then from most to least specific. */
export function environmentOf({ userAgent, isMobileApp, marker }: EnvironmentSigns): Environment {
  if (isMobileApp) return 'app'
  if (marker === 'miniprogram' || /miniProgram/i.test(userAgent)) return 'mWx'
  return /MicroMessenger/i.test(userAgent) ? 'wx' : 'browser'
}
