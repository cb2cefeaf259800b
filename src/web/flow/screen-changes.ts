import { flushSync } from 'react-dom'
import { SCREENS, type Screen } from '#quiz/flow.ts'

function screenOf(state: unknown): Screen | undefined {
  return SCREENS.find((screen) => screen === (state as { screen?: unknown } | null)?.screen)
}

/** Each screen is an entry of the browser's history; the address stays the same. */
export function pushScreen(screen: Screen): void {
  if (screenOf(history.state) === screen) return
  history.pushState({ screen }, '')
}

export function replaceScreen(screen: Screen): void {
  history.replaceState({ screen }, '')
}

/** Calls `enter` when Back or Forward leads to a screen. @returns a function that stops it */
export function onScreenEntered(enter: (screen: Screen) => void): () => void {
  const listener = (event: PopStateEvent) => {
    const screen = screenOf(event.state)
    if (screen) enter(screen)
  }
  window.addEventListener('popstate', listener)
  return () => window.removeEventListener('popstate', listener)
}

/**
 * Makes a change of the screen as a view transition where the browser has them (docs/decisions/026). Not for what leads into or through the
 * test: nothing comes between a visitor and an answer. Without a document to be seen the transition is left out, and the change made all the same.
 */
export function crossFade(change: () => void): void {
  if (document.startViewTransition) document.startViewTransition(() => flushSync(change)).ready.catch(() => undefined)
  else change()
}
