import { type ComponentType, use } from 'react'

/** Once the promise is kept, `use` reads it at once, in React's own way; of another promise it waits a moment even when it is kept. */
export function readAtOnce<Value>(promise: Promise<Value>): Promise<Value> {
  promise.then(
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    () => undefined,
  )
  return promise
}

/**
 * A component whose code comes late, and the function that loads it ahead: loaded, it is shown at once. React's own `lazy` shows what stands
 * in its place for a moment then, and up to 300 ms.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loading: ReturnType<typeof load> | undefined
  const loadOnce = () => {
    loading ??= readAtOnce(load())
    return loading
  }
  function Late(props: Props) {
    const Part = use(loadOnce())
    return <Part {...props} />
  }
  return [Late, loadOnce] as const
}
