import { type ComponentType, use } from 'react'

const FIRST_PAUSE_MS = 2000
const MAX_PAUSE_MS = 30_000

/** A part of the page that doesn't load even after a reload. */
export class MissingPart extends Error {}

/** A page that was reloaded less than this ago isn't reloaded again. */
const RELOAD_MS = 60_000

/** Reloads the page, which then names the parts of the present release. @throws MissingPart if it just did */
function reloadOnce(): Promise<never> {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type === 'reload' && performance.now() < RELOAD_MS) throw new MissingPart()
  location.reload()
  return new Promise(() => undefined)
}

/**
 * Whether a part won't load in this page: the server no longer has it, since there was a release, or it has it but a
 * second try has failed too, since browsers remember failures. Without a connection there is no telling. Safari doesn't
 * name the part; what isn't a `TypeError` then was no part at all.
 */
async function isLost(error: unknown, isRetry: boolean): Promise<boolean> {
  const named = /(https?:\/)?\/[^\s'"]+/.exec(String((error as Error).message))
  const address = named?.[0] ?? (error instanceof TypeError ? location.href : null)
  if (address === null) return false
  const reply = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return reply?.status === 404 || (reply?.ok === true && isRetry)
}

/** The pauses grow, since open tabs shouldn't keep asking a server that is down. */
async function loadWithPauses<Value>(load: () => Promise<Value>, pauseMs = FIRST_PAUSE_MS): Promise<Value> {
  try {
    return await load()
  } catch (error) {
    if (await isLost(error, pauseMs > FIRST_PAUSE_MS)) return reloadOnce()
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMs)
      addEventListener('online', resolve, { once: true })
    })
    return loadWithPauses(load, Math.min(pauseMs * 2, MAX_PAUSE_MS))
  }
}

/**
 * Retries until the load succeeds, so that a brief disconnection does not break the page; reloads the page once if its
 * part is lost. Marks the promise as React's
 * `use` does after reading one: otherwise `use` would suspend although the value is loaded.
 */
export function loadWithRetry<Value>(load: () => Promise<Value>): Promise<Value> {
  const promise = loadWithPauses(load)
  promise.then(
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    // Whoever waits for it throws it.
    () => undefined,
  )
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
const MAX_STYLES_PAUSE_MS = 8000

/**
 * Reloads style sheets that failed to load, with growing pauses. The bundler's loader requests each only once: when the
 * code that needs it is requested again, it takes the sheet as loaded.
 */
export function retryStyles(): void {
  let pauseMs = FIRST_STYLES_PAUSE_MS
  const retry = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement && target.rel === 'stylesheet')) return
    setTimeout(() => target.replaceWith(target.cloneNode()), pauseMs)
    pauseMs = Math.min(pauseMs * 2, MAX_STYLES_PAUSE_MS)
  }
  // Load errors do not bubble, so listen in the capture phase.
  addEventListener('error', retry, true)
}
