import type { QuizPageState } from '#contract/page-data.ts'
import '../browser/early-press.ts'
import { isTakeover } from '../browser/environment.ts'
import { keepFlowId, readFlowId, readStoredOptions, writeStoredOptions } from '../browser/storage.ts'
import { opensElsewhere } from './opening-state.ts'

// Inlined and run before the body is painted (vite.config.ts), so keep imports few.

const HIDDEN_AT_MOST_MS = 5000

// Hides the page if start.tsx may replace the server-rendered screen. A level counts as a score page until start.tsx
// finds out.
const page: QuizPageState = JSON.parse(document.getElementById('state')?.textContent ?? '')
// The link to the last result opens it as if this tab had stored it.
const [newest] = page.attempts.finished
if (location.hash === '#last' && newest?.result) {
  writeStoredOptions(newest.result, newest.id)
  history.replaceState(null, '', location.pathname + location.search)
}
// The link to an unfinished test opens it as if this tab had started it.
const open = page.attempts.open.find(({ language }) => language === page.query.language)
if (location.hash === '#open' && open) {
  keepFlowId(open.flow_id)
  history.replaceState(null, '', location.pathname + location.search)
}
const arrival = { isScorePage: page.query.level !== null, stored: readStoredOptions(), flowId: readFlowId() }
if (isTakeover() || opensElsewhere(page, arrival)) {
  const { classList } = document.documentElement
  classList.add('restoring')
  setTimeout(() => classList.remove('restoring'), HIDDEN_AT_MOST_MS)
}
