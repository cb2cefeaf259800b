import { type ComponentType, use } from 'react'

const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 30_000

/** The pauses grow: what a new release has taken away never comes, and open tabs must not keep asking for it. */
async function untilItComes<Value>(load: () => Promise<Value>, pauseMs = FIRST_PAUSE_MS): Promise<Value> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMs)
      addEventListener('online', resolve, { once: true })
    })
    return untilItComes(load, Math.min(pauseMs * 2, LONGEST_PAUSE_MS))
  }
}

/**
 * What comes late, tried again until it is here: a connection that drops for a moment must not cost the page. Once it is here, `use` reads
 * it at once, in React's own way; of another promise it waits a moment even when it is kept.
 */
export function late<Value>(load: () => Promise<Value>): Promise<Value> {
  const promise = untilItComes(load)
  void promise.then((value) => Object.assign(promise, { status: 'fulfilled', value }))
  return promise
}

/**
 * A component whose code comes late, and the function that loads it ahead: loaded, it is shown at once. React's own `lazy` shows what stands
 * in its place for a moment then, and up to 300 ms; and what once failed to load, it throws.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loading: ReturnType<typeof load> | undefined
  const loadOnce = () => {
    loading ??= late(load)
    return loading
  }
  function Late(props: Props) {
    const Part = use(loadOnce())
    return <Part {...props} />
  }
  return [Late, loadOnce] as const
}

const FIRST_STYLES_PAUSE_MS = 1000
const LONGEST_STYLES_PAUSE_MS = 8000

/**
 * Reloads style sheets that failed to load, with growing pauses. The bundler's loader asks for each only once, and takes it for loaded when the
 * code that needs it is requested again.
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
