/** Whether the page stands in a mini-program's web view (Specification §2, mWx). */
export function isMiniProgram(): boolean {
  const { __wxjs_environment: marker } = window as { __wxjs_environment?: unknown }
  return marker === 'miniprogram' || /miniProgram/i.test(navigator.userAgent)
}
