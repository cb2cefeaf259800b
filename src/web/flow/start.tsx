import { type ReactNode, startTransition, useLayoutEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { QuizPageState } from '#contract/page-data.ts'
import { flushEvents } from '../browser/analytics.ts'
import { answeredHere } from '../browser/answer-queue.ts'
import { startConsentBanner } from '../browser/consent.ts'
import { isTakeover, scoreFromQuery } from '../browser/environment.ts'
import { readFlowId, readResultId, readStoredOptions, setFlowUser, writeStoredOptions } from '../browser/storage.ts'
import { retryStyles } from '../lazy-component.tsx'
import { makeTexts, TextsProvider } from '../texts.tsx'
import { loadCatalog } from '../texts-part.tsx'
import { type BrowserArrival, opensElsewhere } from './opening-state.ts'
import { loadFirstScreen, QuizApp } from './quiz-app.tsx'

const page: QuizPageState = JSON.parse(document.getElementById('state')?.textContent ?? 'null')
const root = document.getElementById('root') as HTMLElement
const loadArrivals = () => import('../browser/arrival.ts')
if (page.host.isMobileApp && location.hash.includes('#app_token=')) await (await loadArrivals()).signInWithAppToken()
setFlowUser(page.visitor.login.user_id)
if (isTakeover()) (await loadArrivals()).storeTakenOverResult(page.attempts)
const score = scoreFromQuery(page)
if (score) writeStoredOptions(score, null)
const resultId = readResultId()
const { finished } = page.attempts
// If no attempts are listed, the visitor has no older result either.
if (resultId && finished.length > 0 && !finished.some(({ id }) => id === resultId))
  await (await loadArrivals()).addOlderResult(page.attempts, resultId)
const arrival: BrowserArrival = {
  isScorePage: score !== null,
  stored: score ?? readStoredOptions(),
  resultId,
  flowId: readFlowId(),
  answered: answeredHere,
}
const isElsewhere = opensElsewhere(page, arrival)
const texts = makeTexts(document.documentElement.lang, await loadCatalog('quiz'))
// The server renders only what comes before the test. The page reports parts that it can't load.
if (isElsewhere) await loadFirstScreen(texts, page.visitor, arrival).catch(() => undefined)

/** Reveals the page once this browser's own screen has rendered (early.ts). */
function Restored({ children }: { children: ReactNode }) {
  useLayoutEffect(() => document.documentElement.classList.remove('restoring'), [])
  return children
}

const { embedders } = page.host
const postResult =
  embedders &&
  import('../embedded/start.tsx').then((embedded) =>
    embedded.startEmbedded(root, texts, embedders, page.query.language),
  )

const app = (
  <Restored>
    <TextsProvider texts={texts}>
      <QuizApp page={page} arrival={arrival} onFinished={(attempt) => postResult?.then((post) => post(attempt))} />
    </TextsProvider>
  </Restored>
)

// In a transition, React yields to presses and frames; otherwise it would do everything in one task, which is long on a
// slow phone.
startTransition(() => {
  if (isElsewhere) createRoot(root).render(app)
  else hydrateRoot(root, app)
})
// React hydrates immediately on a press, so a press made before this script arrived is replayed now.
if (!isElsewhere) window.stopEarlyPress?.()?.click()
startConsentBanner(flushEvents)
retryStyles()
