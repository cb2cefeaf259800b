const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 8000

/**
 * Asks again for a style sheet that did not come, until it is here. The bundler's code asks once, and takes it for loaded when its part is
 * loaded again (late-part.tsx).
 */
export function retryStyles(): void {
  let pauseMs = FIRST_PAUSE_MS
  const retry = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement && target.rel === 'stylesheet')) return
    setTimeout(() => target.replaceWith(target.cloneNode()), pauseMs)
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
  }
  // Such an error does not bubble.
  addEventListener('error', retry, true)
}
