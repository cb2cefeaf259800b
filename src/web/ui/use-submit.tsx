import { useState } from 'react'
import { type TextKey, useTexts } from '../texts.tsx'
import styles from './field.module.css'

/** Returned by a request when the page is about to unload or reload; its button stays busy until then. */
export const LEAVING_PAGE = new Promise<never>(() => {})

/**
 * The state of a form or button that sends a request: whether it waits for the reply, and the key of the error text, if
 * any. `submit` ignores a second press while it waits, and clears the error first so that screen readers announce the
 * same error again; React's `useActionState` would queue the press and keep the error until the reply.
 */
export function useSubmit() {
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<TextKey | null>(null)
  /** Runs the request, which resolves to the key of an error text, or to null on success. */
  const submit = async (request: () => Promise<TextKey | null>) => {
    if (isBusy) return
    setIsBusy(true)
    setError(null)
    setError(await request())
    setIsBusy(false)
  }
  return { isBusy, error, setError, submit }
}

/** The error of `useSubmit`, announced when it appears; a form with one field shows it at the field instead. */
export function SubmitError({ error }: { error: TextKey | null }) {
  const t = useTexts()
  return (
    <p role="alert" className={styles.submitError}>
      {error && t(error)}
    </p>
  )
}
