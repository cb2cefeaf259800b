import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { ErrorCode } from '#contract/errors.ts'
import { type CodeChallenge, createSession, requestCode } from '../browser/account-client.ts'
import { goOnAfterSignIn } from '../browser/after-sign-in.ts'
import { countryName } from '../format.ts'
import { type TextKey, useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import dialog from '../ui/dialog.module.css'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { LEAVING_PAGE, useSubmit } from '../ui/use-submit.tsx'
import styles from './sign-in-dialog.module.css'

/** Where a code was sent, and when (Unix time in milliseconds). */
type SentCode = CodeChallenge & { target: string; sentAt: number }

const ERROR_TEXTS: Partial<Record<ErrorCode, TextKey>> = {
  invalid_request: 'signIn.errorTarget',
  target_refused: 'signIn.errorTarget',
  code_wrong: 'signIn.errorWrong',
  code_expired: 'signIn.errorExpired',
  too_many_requests: 'signIn.errorMany',
}

/** The text for an error code of sign-in by code; null means that no reply came. */
function errorText(code: ErrorCode | null): TextKey {
  return (code && ERROR_TEXTS[code]) ?? 'signIn.errorOther'
}

/** Sign-in with a one-time code: first the email address or phone number, then the six digits. */
export function SignInDialog({ dialCode, onClose }: { dialCode: string | null; onClose: () => void }) {
  const t = useTexts()
  const [target, setTarget] = useState('')
  const [sent, setSent] = useState<SentCode | null>(null)
  return (
    <Dialog title={t(sent ? 'signIn.codeTitle' : 'signIn.title')} onClose={onClose}>
      {sent ? (
        <CodeStep sent={sent} onResend={setSent} onBack={() => setSent(null)} />
      ) : (
        <TargetStep target={target} dialCode={dialCode} onChange={setTarget} onSent={setSent} />
      )}
    </Dialog>
  )
}

type TargetStepProps = {
  target: string
  dialCode: string | null
  onChange: (target: string) => void
  onSent: (sent: SentCode) => void
}

/** A phone number without the code of its country. */
const IS_LOCAL_NUMBER = /^[0-9][0-9 ().-]{4,}$/

/** One field for an email address or a phone number. */
function TargetStep({ target, dialCode, onChange, onSent }: TargetStepProps) {
  const t = useTexts()
  const form = useRef<HTMLFormElement>(null)
  const [isCodeAdded, setIsCodeAdded] = useState(false)
  const [refused, setRefused] = useState('')
  const { isBusy, error, setError, submit } = useSubmit()
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  const send = (event: FormEvent) => {
    event.preventDefault()
    const trimmed = target.trim()
    if (!trimmed) return setError('signIn.errorEmpty')
    if (dialCode && IS_LOCAL_NUMBER.test(trimmed)) {
      onChange(`${dialCode} ${trimmed.replace(/^0/, '')}`)
      return setIsCodeAdded(true)
    }
    void submit(async () => {
      const outcome = await requestCode(trimmed)
      if (!outcome.ok) {
        setRefused(countryName(outcome.country ?? null, t.locale))
        return outcome.country ? 'signIn.errorCountry' : errorText(outcome.code)
      }
      onSent({ ...outcome.data, target: trimmed, sentAt: Date.now() })
      return null
    })
  }
  return (
    <form ref={form} className={dialog.body} onSubmit={send} noValidate>
      <p className={styles.lead}>{t('signIn.lead')}</p>
      <Field
        label={t('signIn.target')}
        hint={t('signIn.targetHint')}
        error={error ? t(error, { country: refused }) : ''}
        value={target}
        onChange={onChange}
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={320}
      />
      <Button type="submit" isBusy={isBusy}>
        {t('signIn.send')}
      </Button>
      <p role="status" className={styles.status}>
        {isCodeAdded && dialCode && t('signIn.codeAdded', { code: dialCode })}
      </p>
    </form>
  )
}

type CodeStepProps = { sent: SentCode; onResend: (sent: SentCode) => void; onBack: () => void }

/** The six digits. After sign-in the page reloads, so that the server renders it for the account. */
function CodeStep({ sent, onResend, onBack }: CodeStepProps) {
  const t = useTexts()
  const form = useRef<HTMLFormElement>(null)
  const [code, setCode] = useState('')
  const [isResent, setIsResent] = useState(false)
  const { isBusy, error, setError, submit } = useSubmit()
  const secondsLeft = useCountdown(sent.resend_after_seconds, sent.sentAt)
  const focusInput = () => form.current?.querySelector('input')?.focus()
  useEffect(focusInput, [])

  const send = (digits: string) =>
    submit(async () => {
      const outcome = await createSession(sent.challenge_id, digits)
      if (!outcome.ok) return errorText(outcome.code)
      goOnAfterSignIn()
      return LEAVING_PAGE
    })
  const enter = (event: FormEvent) => {
    event.preventDefault()
    focusInput()
    if (code.length !== 6) return setError('signIn.errorDigits')
    void send(code)
  }
  /** The sixth digit sends the code. */
  const change = (typed: string) => {
    const digits = typed.replace(/\D/g, '').slice(0, 6)
    setCode(digits)
    if (digits.length === 6 && digits !== code && !isBusy) void send(digits)
  }
  const resend = () => {
    if (secondsLeft > 0) return
    void submit(async () => {
      setIsResent(false)
      const outcome = await requestCode(sent.target)
      if (!outcome.ok) return errorText(outcome.code)
      setCode('')
      setIsResent(true)
      focusInput()
      onResend({ ...outcome.data, target: sent.target, sentAt: Date.now() })
      return null
    })
  }
  return (
    <form ref={form} className={dialog.body} onSubmit={enter} noValidate>
      <p className={styles.lead}>{t('signIn.codeSent', { target: sent.target })}</p>
      <Field
        label={t('signIn.code')}
        error={error ? t(error) : ''}
        value={code}
        onChange={change}
        autoComplete="one-time-code"
        inputMode="numeric"
        className={styles.code}
      />
      <Button type="submit" isBusy={isBusy}>
        {t('signIn.enter')}
      </Button>
      <div className={styles.links}>
        <button type="button" className={styles.link} aria-disabled={secondsLeft > 0 || isBusy} onClick={resend}>
          {secondsLeft > 0 ? t('signIn.resendIn', { seconds: secondsLeft }) : t('signIn.resend')}
        </button>
        <button type="button" className={styles.link} onClick={onBack}>
          {t('signIn.other')}
        </button>
      </div>
      <p role="status" className={styles.status}>
        {isResent && t('signIn.resent')}
      </p>
    </form>
  )
}

/** Whole seconds left of `seconds` since `start` (Unix time in milliseconds), down to 0; a new `start` restarts it. */
function useCountdown(seconds: number, start: number): number {
  const [now, setNow] = useState(start)
  const left = Math.max(0, Math.ceil((start + seconds * 1000 - Math.max(now, start)) / 1000))
  const isOver = left === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [isOver])
  return left
}
