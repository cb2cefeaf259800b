import { useEffect, useRef, useState } from 'react'
import type { createHandover } from '#contract/assessments.ts'
import { urls } from '#contract/urls.ts'
import type { Language } from '#quiz/languages.ts'
import { call } from '../browser/api-client.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import styles from './embedded.module.css'
import { OpenInTab } from './start.tsx'

type EmbeddedSignUpProps = {
  language: Language
  /** Null for a result that the server does not have. */
  assessmentId: string | null
}

/** Sign-up from an iframe opens a tab: providers refuse iframes, and the iframe's cookies are partitioned. */
export function EmbeddedSignUp({ language, assessmentId }: EmbeddedSignUpProps) {
  const t = useTexts()
  return (
    <>
      <p className={styles.lead}>{t('embedded.lead')}</p>
      {assessmentId ? <HandoverForm assessmentId={assessmentId} /> : <OpenInTab language={language} />}
    </>
  )
}

/**
 * A token that hands the assessment over to the tab: undefined while it is asked for, null if it could not be had. Kept fresh in advance, because browsers
 * block tabs that open after a reply.
 */
function useHandover(assessmentId: string) {
  const [token, setToken] = useState<string | null>()
  const renew = async () => {
    const outcome = await call<typeof createHandover>('POST', urls.handover(assessmentId))
    setToken(outcome.ok ? outcome.data.token : null)
    return outcome.ok ? outcome.data.expires_in_seconds : 0
  }
  const askAgain = () => {
    setToken(undefined)
    void renew()
  }
  const latest = useRef(renew)
  latest.current = renew
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let isUnmounted = false
    const keepFresh = async () => {
      const seconds = await latest.current()
      if (seconds > 0 && !isUnmounted) timer = setTimeout(keepFresh, seconds * 500)
    }
    void keepFresh()
    return () => {
      isUnmounted = true
      clearTimeout(timer)
    }
  }, [])
  return { token, askAgain }
}

function HandoverForm({ assessmentId }: { assessmentId: string }) {
  const t = useTexts()
  const { token, askAgain } = useHandover(assessmentId)
  const [status, setStatus] = useState<'waiting' | 'opened' | 'failed' | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (status !== 'waiting' || token === undefined) return
    setStatus(token === null ? 'failed' : null)
    // Some seconds after the press the browser would block the tab: then the button waits for another press.
    if (token && navigator.userActivation?.isActive !== false) form.current?.requestSubmit()
  }, [status, token])
  return (
    <form
      ref={form}
      className={styles.form}
      method="post"
      action={`${urls.takeover}${location.search}`}
      target="_blank"
      rel="noopener"
      onSubmit={(event) => {
        setStatus(token ? 'opened' : 'waiting')
        if (token) return
        event.preventDefault()
        if (token === null) askAgain()
      }}
    >
      <input type="hidden" name="token" value={token ?? ''} />
      <Button type="submit" isBusy={status === 'waiting'}>
        {t('embedded.signUp')}
      </Button>
      <p role="status" className={styles.status}>
        {status && status !== 'waiting' && t(`embedded.${status}`)}
      </p>
    </form>
  )
}
