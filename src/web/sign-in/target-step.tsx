import { type FormEvent, useEffect, useRef, useState } from 'react'
import { requestCode } from '../browser/account-client.ts'
import { type TextKey, useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { signInErrorText } from './error-text.ts'
import styles from './sign-in-dialog.module.css'
import type { SentCode } from './sign-in-dialog.tsx'

export type TargetStepProps = {
  target: string
  onTarget: (target: string) => void
  onSent: (sent: SentCode) => void
}

/** One field for both: what contains an @ is an email address, anything else a phone number. */
export function TargetStep({ target, onTarget, onSent }: TargetStepProps) {
  const t = useTexts()
  const form = useRef<HTMLFormElement>(null)
  const [error, setError] = useState<TextKey | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    const written = target.trim()
    if (!written) return setError('signIn.errorEmpty')
    if (isBusy) return
    setError(null)
    setIsBusy(true)
    const outcome = await requestCode(written)
    setIsBusy(false)
    if (outcome.ok) onSent({ ...outcome.data, target: written, sentAt: Date.now() })
    else setError(signInErrorText(outcome.code))
  }

  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.lead}>{t('signIn.lead')}</p>
      <Field
        label={t('signIn.target')}
        hint={t('signIn.targetHint')}
        error={error ? t(error) : ''}
        value={target}
        onChange={onTarget}
        autoComplete="username"
        inputMode="email"
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
