import { type ComponentType, use } from 'react'

const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 30_000

/** The pauses grow, since files removed by a new release never load and open tabs should not keep trying. */
async function loadWithPauses<Value>(load: () => Promise<Value>, pauseMs = FIRST_PAUSE_MS): Promise<Value> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMs)
      addEventListener('online', resolve, { once: true })
    })
    return loadWithPauses(load, Math.min(pauseMs * 2, LONGEST_PAUSE_MS))
  }
}

/**
 * Retries until the load succeeds, so that a brief disconnection does not break the page. Marks the promise as React's
 * `use` does after reading one: otherwise `use` would suspend although the value is loaded.
 */
export function loadWithRetry<Value>(load: () => Promise<Value>): Promise<Value> {
  const promise = loadWithPauses(load)
  void promise.then((value) => Object.assign(promise, { status: 'fulfilled', value }))
  return promise
}

/**
 * A code-split component and a function that preloads it. React's `lazy` flashes its fallback for up to 300 ms even
 * when the code is loaded, and never retries.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loading: ReturnType<typeof load> | undefined
  const loadOnce = () => {
    loading ??= loadWithRetry(load)
    return loading
  }
  function Lazy(props: Props) {
    const Component = use(loadOnce())
    return <Component {...props} />
  }
  return [Lazy, loadOnce] as const
}

const FIRST_STYLES_PAUSE_MS = 1000
const LONGEST_STYLES_PAUSE_MS = 8000

/**
 * Reloads style sheets that failed to load, with growing pauses. The bundler's loader requests each only once: when the
 * code that needs it is requested again, it takes the sheet as loaded.
 */
export function retryStyles(): void {
  let pauseMs = FIRST_STYLES_PAUSE_MS
  const retry = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement && target.rel === 'stylesheet')) return
    setTimeout(() => target.replaceWith(target.cloneNode()), pauseMs)
    pauseMs = Math.min(pauseMs * 2, LONGEST_STYLES_PAUSE_MS)
  }
  // Load errors do not bubble, so listen in the capture phase.
  addEventListener('error', retry, true)
}
