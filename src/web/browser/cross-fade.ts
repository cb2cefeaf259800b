import { flushSync } from 'react-dom'

/**
 * Makes a change of the screen as a view transition where the browser has them (docs/decisions/026). Not for what leads into or through the
 * test: nothing comes between a visitor and an answer. Without a document to be seen the transition is left out, and the change made all the same.
 */
export function crossFade(change: () => void): void {
  if (document.startViewTransition) document.startViewTransition(() => flushSync(change)).ready.catch(() => undefined)
  else change()
}
