const RETRY_MS = 1000

/**
 * Asks again for a style sheet that did not come, until it is here. The bundler's code asks once, and takes it for loaded when its part is
 * loaded again (late-part.tsx).
 */
export function retryStyles(): void {
  const retry = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet')
      setTimeout(() => target.replaceWith(target.cloneNode()), RETRY_MS)
  }
  // Such an error does not bubble.
  addEventListener('error', retry, true)
}
