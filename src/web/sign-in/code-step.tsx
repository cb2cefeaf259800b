import { type FormEvent, useEffect, useRef, useState } from 'react'
import { createSession, requestCode } from '../browser/account-client.ts'
import { type TextKey, useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { signInErrorText } from './error-text.ts'
import styles from './sign-in-dialog.module.css'
import type { SentCode } from './sign-in-dialog.tsx'
import { useCountdown } from './use-countdown.ts'

export type CodeStepProps = { sent: SentCode; onResent: (sent: SentCode) => void; onOther: () => void }

/** The six digits. Signed in, the page is loaded again, so that the server renders it as that of the account. */
export function CodeStep({ sent, onResent, onOther }: CodeStepProps) {
  const t = useTexts()
  const form = useRef<HTMLFormElement>(null)
  const [code, setCode] = useState('')
  const [error, setError] = useState<TextKey | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [isResent, setIsResent] = useState(false)
  const left = useCountdown(sent.resend_after_seconds, sent.sentAt)
  const focusInput = () => form.current?.querySelector('input')?.focus()
  useEffect(focusInput, [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    focusInput()
    if (code.length !== 6) return setError('signIn.errorDigits')
    if (isBusy) return
    setError(null)
    setIsBusy(true)
    const outcome = await createSession(sent.challenge_id, code)
    if (outcome.ok) return location.reload()
    setIsBusy(false)
    setError(signInErrorText(outcome.code))
  }

  const resend = async () => {
    if (left > 0 || isBusy) return
    setIsBusy(true)
    setIsResent(false)
    const outcome = await requestCode(sent.target)
    setIsBusy(false)
    if (!outcome.ok) return setError(signInErrorText(outcome.code))
    setError(null)
    setCode('')
    setIsResent(true)
    focusInput()
    onResent({ ...outcome.data, target: sent.target, sentAt: Date.now() })
  }

  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.lead}>{t('signIn.codeSent', { target: sent.target })}</p>
      <Field
        label={t('signIn.code')}
        error={error ? t(error) : ''}
        value={code}
        onChange={(value) => setCode(value.replace(/\D/g, '').slice(0, 6))}
        autoComplete="one-time-code"
        inputMode="numeric"
        className={styles.code}
      />
      <Button type="submit" isBusy={isBusy}>
        {t('signIn.enter')}
      </Button>
      <div className={styles.links}>
        <button type="button" className={styles.link} aria-disabled={left > 0 || isBusy} onClick={resend}>
          {left > 0 ? t('signIn.resendIn', { seconds: left }) : t('signIn.resend')}
        </button>
        <button type="button" className={styles.link} onClick={onOther}>
          {t('signIn.other')}
        </button>
      </div>
      <p role="status" className={styles.status}>
        {isResent && t('signIn.resent')}
      </p>
    </form>
  )
}
