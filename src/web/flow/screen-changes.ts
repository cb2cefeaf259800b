import { useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { SCREENS, type Screen } from '#quiz/flow.ts'
import type { Language } from '#quiz/languages.ts'

function screenOf(state: unknown): Screen | undefined {
  return SCREENS.find((screen) => screen === (state as { screen?: unknown } | null)?.screen)
}

/**
 * This page's address with the chosen language, so it survives a reload and a change of the interface language.
 * The select screen has no language.
 */
function addressFor(screen: Screen, language: Language): URL {
  const address = new URL(location.href)
  if (screen === 'select') address.searchParams.delete('language')
  else address.searchParams.set('language', language)
  address.searchParams.delete('level')
  return address
}

/** Adds a history entry for the screen and updates the server-rendered links to other interface languages. */
export function pushScreen(screen: Screen, language: Language): void {
  if (screenOf(history.state) === screen) return
  const address = addressFor(screen, language)
  history.pushState({ screen }, '', address)
  for (const link of document.querySelectorAll<HTMLAnchorElement>('header a[hreflang]')) {
    address.searchParams.set('hl', link.hreflang)
    link.href = address.search
  }
}

/** Each screen and each question opens at its top, except on page load, where the browser may restore the position. */
export function useTopOf(shown: Screen | number | undefined): void {
  const last = useRef(shown)
  useLayoutEffect(() => {
    if (last.current !== shown) scrollTo(0, 0)
    last.current = shown
  }, [shown])
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
 * Changes the screen in a view transition if the browser supports it. Not for changes into or
 * within the test, where nothing may delay an answer. If the document is hidden, the browser skips the transition and
 * still makes the change.
 * @returns once the new screen has settled
 */
export async function crossFade(change: () => void): Promise<void> {
  if (!document.startViewTransition) return change()
  const { ready, finished } = document.startViewTransition(() => flushSync(change))
  await ready.catch(() => undefined)
  await finished
}

/**
 * From the test-end screen to the result: the dial morphs into the badge (`.morphing` in the styles), unless the
 * visitor prefers reduced motion.
 */
export async function morph(change: () => void): Promise<void> {
  const { classList } = document.documentElement
  if (classList.contains('morphing')) return
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return change()
  classList.add('morphing')
  await crossFade(change)
  classList.remove('morphing')
}
