import { type ComponentType, use } from 'react'

const FIRST_PAUSE_MS = 2000
const MAX_PAUSE_MS = 30_000

/** A part of the page that fails to load even after a reload. */
export class MissingPart extends Error {}

/** A page reloaded less than this long ago isn't reloaded again. */
const RELOAD_MS = 60_000

/**
 * Reloads the page, to get the current release's part names.
 * @throws MissingPart if it just did
 */
function reloadOnce(): Promise<never> {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type === 'reload' && performance.now() < RELOAD_MS) throw new MissingPart()
  location.reload()
  return new Promise(() => undefined)
}

/**
 * Whether a part will never load in this page: either a new release removed it from the server, or a second try
 * failed too, because browsers remember failures. Without a connection, the answer is unknown. Safari's error doesn't
 * contain the address; there, anything but a `TypeError` isn't a load failure.
 */
async function isLost(error: unknown, isRetry: boolean): Promise<boolean> {
  const named = /(https?:\/)?\/[^\s'"]+/.exec(String((error as Error).message))
  const address = named?.[0] ?? (error instanceof TypeError ? location.href : null)
  if (address === null) return false
  const reply = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return reply?.status === 404 || (reply?.ok === true && isRetry)
}

/** The pauses grow, so open tabs don't keep asking a server that's down. */
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
 * Retries until the load succeeds, so a brief disconnection doesn't break the page; reloads the page once if the part
 * is lost. Sets the fields that React's `use` sets after reading a promise: otherwise `use` would suspend although the
 * value is loaded.
 */
export function loadWithRetry<Value>(load: () => Promise<Value>): Promise<Value> {
  const promise = loadWithPauses(load)
  promise.then(
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    // Callers that await it get the error.
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
 * Reloads style sheets that failed to load, with growing pauses. The bundler's loader requests each only once; later
 * requests for the code treat the sheet as loaded.
 */
export function retryStyles(): void {
  let pauseMs = FIRST_STYLES_PAUSE_MS
  const retry = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement && target.rel === 'stylesheet')) return
    setTimeout(() => target.replaceWith(target.cloneNode()), pauseMs)
    pauseMs = Math.min(pauseMs * 2, MAX_STYLES_PAUSE_MS)
  }
  // Load errors don't bubble, so listen in the capture phase.
  addEventListener('error', retry, true)
}
