import { afterSignIn } from '#contract/deep-links.ts'
import { urls } from '#contract/urls.ts'

/** Goes on after signing in on this page: it refreshes, or gives way to the dashboard, as the list of web paths says (Specification §2). */
export function goOnAfterSignIn(): void {
  if (afterSignIn(location.pathname) === 'dashboard') location.assign(urls.dashboard)
  else location.reload()
}
