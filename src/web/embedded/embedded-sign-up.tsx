import { useEffect, useRef, useState } from 'react'
import type { createHandover } from '#contract/attempts.ts'
import { urls } from '#contract/urls.ts'
import type { Language } from '#quiz/languages.ts'
import { call } from '../browser/api-client.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import styles from './embedded.module.css'
import { OpenInTab } from './start.tsx'

type EmbeddedSignUpProps = {
  language: Language
  /** Null for a result that isn't on the server. */
  attemptId: string | null
}

/** Sign-up from an iframe opens a tab, because providers refuse iframes and the iframe's cookies are partitioned. */
export function EmbeddedSignUp({ language, attemptId }: EmbeddedSignUpProps) {
  const t = useTexts()
  return (
    <>
      <p className={styles.lead}>{t('embedded.lead')}</p>
      {attemptId ? <HandoverForm attemptId={attemptId} /> : <OpenInTab language={language} />}
    </>
  )
}

/**
 * A token that hands the attempt over to the tab: undefined while it loads, null on failure. It's fetched ahead of the
 * press and kept fresh, because browsers block tabs that open after a reply.
 */
function useHandover(attemptId: string) {
  const [token, setToken] = useState<string | null>()
  const renew = async () => {
    const outcome = await call<typeof createHandover>('POST', urls.handover(attemptId))
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

function HandoverForm({ attemptId }: { attemptId: string }) {
  const t = useTexts()
  const { token, askAgain } = useHandover(attemptId)
  const [status, setStatus] = useState<'waiting' | 'opened' | 'failed' | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (status !== 'waiting' || token === undefined) return
    setStatus(token === null ? 'failed' : null)
    // Browsers block new tabs a few seconds after a press. The button then waits for another press.
    if (!token || navigator.userActivation?.isActive === false) return
    setStatus('opened')
    form.current?.submit()
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
