import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { flagItem } from '#contract/flags.ts'
import type { ReviewedItem } from '#contract/review.ts'
import { isShownTextWithin } from '#contract/typed-text.ts'
import { urls } from '#contract/urls.ts'
import { FLAG_REASONS, type FlagReason, MAX_FLAG_NOTE_LENGTH } from '#quiz/flag.ts'
import { call } from '../browser/api-client.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/field.tsx'
import { SubmitError, useSubmit } from '../ui/use-submit.tsx'
import styles from './flag-form.module.css'

type FlagFormProps = {
  attemptId: string
  position: number
  onSent: () => void
  onCancel: () => void
}

/** A flag on a question: one reason and an optional note. */
function FlagForm({ attemptId, position, onSent, onCancel }: FlagFormProps) {
  const t = useTexts()
  const id = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  const [reason, setReason] = useState<FlagReason | null>(null)
  const [note, setNote] = useState('')
  const { isBusy, error, submit } = useSubmit()
  useEffect(() => group.current?.querySelector('input')?.focus(), [])

  const send = (event: FormEvent) => {
    event.preventDefault()
    if (reason === null) return
    void submit(async () => {
      const outcome = await call<typeof flagItem>('POST', urls.flag(attemptId, position), {
        body: { reason, note },
      })
      if (!outcome.ok) return 'flag.failed'
      onSent()
      return null
    })
  }
  return (
    <form className={styles.form} onSubmit={send}>
      <fieldset ref={group}>
        <legend>{t('flag.title', { position })}</legend>
        {FLAG_REASONS.map((each) => (
          <label key={each}>
            <input type="radio" name={id} checked={reason === each} onChange={() => setReason(each)} />
            <span>{t(`flag.${each}`)}</span>
          </label>
        ))}
      </fieldset>
      <TextArea
        label={t('flag.note')}
        value={note}
        onChange={setNote}
        max={MAX_FLAG_NOTE_LENGTH}
        counter="flag.count"
        rows={2}
      />
      <SubmitError error={error} />
      <div className={styles.pair}>
        <Button
          type="submit"
          isBusy={isBusy}
          isDisabled={reason === null || !isShownTextWithin(note, MAX_FLAG_NOTE_LENGTH)}
        >
          {t('flag.send')}
        </Button>
        <Button look="plain" onClick={onCancel}>
          {t('flag.cancel')}
        </Button>
      </div>
    </form>
  )
}

/** The control that flags a question: a button, then the form in its place, then thanks. */
export function FlagItem({ attemptId, item }: { attemptId: string; item: ReviewedItem }) {
  const t = useTexts()
  const [state, setState] = useState<'closed' | 'open' | 'sent'>(item.flag ? 'sent' : 'closed')
  const button = useRef<HTMLButtonElement>(null)
  const thanks = useRef<HTMLParagraphElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // Move the focus to the form's replacement.
    if (wasOpen.current && state !== 'open') (state === 'sent' ? thanks : button).current?.focus()
    wasOpen.current = state === 'open'
  }, [state])
  if (state === 'open')
    return (
      <FlagForm
        attemptId={attemptId}
        position={item.position}
        onSent={() => setState('sent')}
        onCancel={() => setState('closed')}
      />
    )
  if (state === 'sent')
    return (
      <p ref={thanks} tabIndex={-1} role="status" className={styles.sent}>
        {t('flag.sent')}
      </p>
    )
  return (
    <button ref={button} type="button" className={styles.flag} onClick={() => setState('open')}>
      <span>{t('flag.open')}</span>
      <span className="visually-hidden">{` ${item.position}`}</span>
    </button>
  )
}
