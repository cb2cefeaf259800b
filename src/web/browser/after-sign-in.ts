import { afterSignIn } from '#contract/deep-links.ts'
import { urls } from '#contract/urls.ts'

/**
 * Continues after signing in on this page: reloads it or goes to the dashboard, depending on the list of web paths
 * (Specification §2).
 */
export function goOnAfterSignIn(): void {
  if (afterSignIn(location.pathname) === 'dashboard') location.assign(urls.dashboard)
  else location.reload()
}
