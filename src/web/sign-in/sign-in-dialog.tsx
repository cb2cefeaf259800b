import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { ErrorCode } from '#contract/errors.ts'
import { channelOf, codeDigits } from '#contract/typed-text.ts'
import { type CodeChallenge, type CodeTarget, createSession, requestCode } from '../browser/account-client.ts'
import { goOnAfterSignIn } from '../browser/after-sign-in.ts'
import { countryName } from '../format.ts'
import { type TextKey, useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import dialog from '../ui/dialog.module.css'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { LEAVING_PAGE, useSubmit } from '../ui/use-submit.tsx'
import styles from './sign-in-dialog.module.css'
import type { CodeWays } from './sign-in-offer.ts'

/** Where and when (Unix time in milliseconds) a code was sent. */
type SentCode = CodeChallenge & CodeTarget & { sentAt: number }

type TargetTexts = Record<'title' | 'label' | 'empty' | 'invalid' | 'country' | 'other', TextKey>

/** Texts by available channel. */
const TARGET_TEXTS: Record<CodeWays, TargetTexts> = {
  both: {
    title: 'signIn.title',
    label: 'signIn.target',
    empty: 'signIn.errorEmpty',
    invalid: 'signIn.errorTarget',
    country: 'signIn.errorCountry',
    other: 'signIn.other',
  },
  email: {
    title: 'wall.codeEmail',
    label: 'signIn.email',
    empty: 'signIn.errorEmail',
    invalid: 'signIn.errorEmail',
    country: 'signIn.errorCountry',
    other: 'signIn.otherEmail',
  },
  phone: {
    title: 'wall.codePhone',
    label: 'signIn.phone',
    empty: 'signIn.errorPhone',
    invalid: 'signIn.errorPhone',
    country: 'signIn.errorCountryPhone',
    other: 'signIn.otherPhone',
  },
}

const ERROR_TEXTS: Partial<Record<ErrorCode, TextKey>> = {
  code_wrong: 'signIn.errorWrong',
  code_expired: 'signIn.errorExpired',
  too_many_requests: 'signIn.errorMany',
}

const isTargetRefused = (code: ErrorCode | null) => code === 'invalid_request' || code === 'target_refused'

/** The text for an error code of sign-in by code; null: no reply arrived. */
function errorText(code: ErrorCode | null): TextKey {
  return (code && ERROR_TEXTS[code]) ?? 'signIn.errorOther'
}

type SignInDialogProps = {
  ways: CodeWays
  /** The visitor's country; its phone numbers need no country code. */
  country: string | null
  onClose: () => void
}

/** Sign-in with a one-time code: first the email address or phone number, then the six digits. */
export function SignInDialog({ ways, country, onClose }: SignInDialogProps) {
  const t = useTexts()
  const texts = TARGET_TEXTS[ways]
  const [target, setTarget] = useState('')
  const [sent, setSent] = useState<SentCode | null>(null)
  return (
    <Dialog title={t(sent ? 'signIn.codeTitle' : texts.title)} onClose={onClose}>
      {sent ? (
        <CodeStep sent={sent} texts={texts} onResend={setSent} onBack={() => setSent(null)} />
      ) : (
        <TargetStep ways={ways} country={country} target={target} onChange={setTarget} onSent={setSent} />
      )}
    </Dialog>
  )
}

type TargetStepProps = Pick<SignInDialogProps, 'ways' | 'country'> & {
  target: string
  onChange: (target: string) => void
  onSent: (sent: SentCode) => void
}

/** A single field for an email address, a phone number, or both, depending on the available channels. */
function TargetStep({ ways, country, target, onChange, onSent }: TargetStepProps) {
  const t = useTexts()
  const texts = TARGET_TEXTS[ways]
  const form = useRef<HTMLFormElement>(null)
  const [refused, setRefused] = useState('')
  const { isBusy, error, setError, submit } = useSubmit()
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  const send = (event: FormEvent) => {
    event.preventDefault()
    const trimmed = target.trim()
    if (!trimmed) return setError(texts.empty)
    const channel = ways === 'both' ? channelOf(trimmed) : ways
    void submit(async () => {
      const outcome = await requestCode({ channel, target: trimmed })
      if (!outcome.ok) {
        setRefused(countryName(outcome.country ?? null, t.locale))
        if (outcome.country) return texts.country
        return isTargetRefused(outcome.code) ? texts.invalid : errorText(outcome.code)
      }
      onSent({ ...outcome.data, channel, target: trimmed, sentAt: Date.now() })
      return null
    })
  }
  return (
    <form ref={form} className={dialog.body} onSubmit={send} noValidate>
      <p className={styles.lead}>{t('signIn.lead')}</p>
      <Field
        label={t(texts.label)}
        hint={country || ways === 'email' ? '' : t('signIn.targetHint')}
        error={error ? t(error, { country: refused }) : ''}
        value={target}
        onChange={onChange}
        autoComplete="username"
        inputMode={ways === 'phone' ? 'tel' : 'email'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={320}
      />
      <Button type="submit" isBusy={isBusy}>
        {t('signIn.send')}
      </Button>
    </form>
  )
}

type CodeStepProps = { sent: SentCode; texts: TargetTexts; onResend: (sent: SentCode) => void; onBack: () => void }

/** The first six digits; anything after them in a pasted message isn't part of the code. */
const sixDigits = (typed: string) => codeDigits(typed).slice(0, 6)

/** The six digits. After sign-in, the page reloads, so the server renders it for the account. */
function CodeStep({ sent, texts, onResend, onBack }: CodeStepProps) {
  const t = useTexts()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState('')
  const digits = sixDigits(typed)
  const [isResent, setIsResent] = useState(false)
  const { isBusy, error, setError, submit } = useSubmit()
  const secondsLeft = useCountdown(sent.resend_after_seconds, sent.sentAt)
  const focusInput = () => form.current?.querySelector('input')?.focus()
  useEffect(focusInput, [])

  const send = (code: string) =>
    submit(async () => {
      const outcome = await createSession(sent.challenge_id, code)
      if (!outcome.ok) return errorText(outcome.code)
      goOnAfterSignIn()
      return LEAVING_PAGE
    })
  const enter = (event: FormEvent) => {
    event.preventDefault()
    focusInput()
    if (digits.length !== 6) return setError('signIn.errorDigits')
    void send(digits)
  }
  /** The sixth digit submits the code. */
  const change = (next: string) => {
    setTyped(next)
    const nextDigits = sixDigits(next)
    if (nextDigits.length === 6 && nextDigits !== digits && !isBusy) void send(nextDigits)
  }
  const resend = () => {
    if (secondsLeft > 0) return
    void submit(async () => {
      setIsResent(false)
      const outcome = await requestCode(sent)
      if (!outcome.ok) return errorText(outcome.code)
      setTyped('')
      setIsResent(true)
      focusInput()
      onResend({ ...sent, ...outcome.data, sentAt: Date.now() })
      return null
    })
  }
  const [before, after] = t('signIn.codeSent', { target: '\n' }).split('\n')
  return (
    <form ref={form} className={dialog.body} onSubmit={enter} noValidate>
      <p className={styles.lead}>
        <span>{before}</span>
        <bdi className={styles.target} translate="no">
          {sent.sent_to}
        </bdi>
        <span>{after}</span>
      </p>
      <Field
        label={t('signIn.code')}
        error={error ? t(error) : ''}
        value={typed}
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
          {t(texts.other)}
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
