import { createRoot, hydrateRoot } from 'react-dom/client'
import type { QuizPageState } from '#contract/page-data.ts'
import { pendingAnswered } from '../browser/answer-queue.ts'
import { startConsentBanner } from '../browser/consent.ts'
import { scoreFromQuery } from '../browser/environment.ts'
import { readFlowId, readStoredOptions, setFlowUser, writeStoredOptions } from '../browser/storage.ts'
import { retryStyles } from '../late-part.tsx'
import { makeTexts, TextsProvider } from '../texts.tsx'
import { loadCatalog } from '../texts-part.tsx'
import { QuizApp } from './quiz-app.tsx'
import { type BrowserArrival, initialState, SERVER_ARRIVAL } from './quiz-state.ts'

const page: QuizPageState = JSON.parse(document.getElementById('state')?.textContent ?? 'null')
const root = document.getElementById('root') as HTMLElement
if (page.isMobileApp && location.hash.includes('#app_token='))
  await (await import('../browser/arrival.ts')).signInWithAppToken()
setFlowUser(page.login.user_id)
// The same test as early.js has: few come this way.
if (location.search.includes('result=')) (await import('../browser/arrival.ts')).storeTakenOverResult(page)
const score = scoreFromQuery(page)
if (score) writeStoredOptions(score)
const arrival: BrowserArrival = {
  isScorePage: score !== null,
  stored: score ?? readStoredOptions(),
  flowId: readFlowId(),
  answered: pendingAnswered,
}
const texts = makeTexts(document.documentElement.lang, await loadCatalog('quiz'))
const app = (
  <TextsProvider texts={texts}>
    <QuizApp page={page} arrival={arrival} />
  </TextsProvider>
)

// The server's HTML is kept when it shows the right screen; what only this browser knows may ask for another one.
if (initialState(page, arrival).screen === initialState(page, SERVER_ARRIVAL).screen) {
  hydrateRoot(root, app)
  repeatEarlyPress()
} else createRoot(root).render(app)
startConsentBanner()
retryStyles()
const { embedders } = page
if (embedders)
  import('../embedded/start.tsx').then((embedded) => embedded.startEmbedded(root, texts, { ...page, embedders }))
requestAnimationFrame(() => document.documentElement.classList.remove('restoring'))

/** React hydrates at once for a press, so one made before this script came (early.js) is answered now and not lost. */
function repeatEarlyPress(): void {
  const { stopEarlyPress } = window as unknown as { stopEarlyPress?: () => HTMLElement | undefined }
  stopEarlyPress?.()?.click()
}
