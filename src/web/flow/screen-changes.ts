import { flushSync } from 'react-dom'
import { SCREENS, type Screen } from '#quiz/flow.ts'

function screenOf(state: unknown): Screen | undefined {
  return SCREENS.find((screen) => screen === (state as { screen?: unknown } | null)?.screen)
}

/** Adds a history entry for the screen, at the same address. */
export function pushScreen(screen: Screen): void {
  if (screenOf(history.state) === screen) return
  history.pushState({ screen }, '')
}

export function replaceScreen(screen: Screen): void {
  history.replaceState({ screen }, '')
}

/** Calls `enter` when Back or Forward leads to a screen. @returns a function that stops listening */
export function onScreenEntered(enter: (screen: Screen) => void): () => void {
  const listener = (event: PopStateEvent) => {
    const screen = screenOf(event.state)
    if (screen) enter(screen)
  }
  window.addEventListener('popstate', listener)
  return () => window.removeEventListener('popstate', listener)
}

/**
 * Changes the screen in a view transition if the browser supports it (docs/decisions/026). Not for changes into or within the test, where nothing
 * may delay an answer. If the document is hidden, the browser skips the transition and still makes the change.
 */
export function crossFade(change: () => void): void {
  if (document.startViewTransition) document.startViewTransition(() => flushSync(change)).ready.catch(() => undefined)
  else change()
}
