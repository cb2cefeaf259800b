import type { postAppSession } from '#contract/auth.ts'
import { urls } from '#contract/urls.ts'
import { call } from './api-client.ts'

// Signs the app's user in with the token that the app put behind the address (`#app_token=`), where no server and no log sees it. It is taken
// out of the address at once. Importing this does it, so that those who come without a token load few bytes for it.
const token = location.hash.slice('#app_token='.length)
history.replaceState(history.state, '', location.pathname + location.search)
if ((await call<typeof postAppSession>('POST', urls.appSessions, { body: { token } })).ok) {
  location.reload()
  // What imported this waits for the page that comes, signed in.
  await new Promise(() => {})
}
