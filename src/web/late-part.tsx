import { type ComponentType, use } from 'react'

const RETRY_MS = 2000

async function untilItComes<Value>(load: () => Promise<Value>): Promise<Value> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    return untilItComes(load)
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
