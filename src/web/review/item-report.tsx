import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { ReviewedItem, reportItem } from '#contract/review.ts'
import { urls } from '#contract/urls.ts'
import { REPORT_NOTE_MAX, REPORT_REASONS, type ReportReason } from '#quiz/item-report.ts'
import { call } from '../browser/api-client.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import { countCharacters, TextArea } from '../ui/field.tsx'
import { SubmitError, useSubmit } from '../ui/use-submit.tsx'
import styles from './answers.module.css'

type ItemReportFormProps = {
  assessmentId: string
  position: number
  onSent: () => void
  onCancel: () => void
}

/** A report of a faulty question: one reason and an optional note. */
function ItemReportForm({ assessmentId, position, onSent, onCancel }: ItemReportFormProps) {
  const t = useTexts()
  const id = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [note, setNote] = useState('')
  const { isBusy, error, submit } = useSubmit()
  useEffect(() => group.current?.querySelector('input')?.focus(), [])

  const send = (event: FormEvent) => {
    event.preventDefault()
    if (reason === null) return
    void submit(async () => {
      const outcome = await call<typeof reportItem>('POST', urls.itemReport(assessmentId, position), {
        body: { reason, note },
      })
      if (!outcome.ok) return 'itemReport.failed'
      onSent()
      return null
    })
  }
  return (
    <form className={styles.form} onSubmit={send}>
      <fieldset ref={group}>
        <legend>{t('itemReport.title', { position })}</legend>
        {REPORT_REASONS.map((each) => (
          <label key={each}>
            <input type="radio" name={id} checked={reason === each} onChange={() => setReason(each)} />
            {t(`itemReport.${each}`)}
          </label>
        ))}
      </fieldset>
      <TextArea
        label={t('itemReport.note')}
        value={note}
        onChange={setNote}
        max={REPORT_NOTE_MAX}
        counter="itemReport.count"
        rows={2}
      />
      <SubmitError error={error} />
      <div className={styles.pair}>
        <Button type="submit" isBusy={isBusy} isDisabled={reason === null || countCharacters(note) > REPORT_NOTE_MAX}>
          {t('itemReport.send')}
        </Button>
        <Button look="plain" onClick={onCancel}>
          {t('itemReport.cancel')}
        </Button>
      </div>
    </form>
  )
}

/** "Report this question": a button, then the form in its place, then thanks. */
export function ReportedItem({ assessmentId, item }: { assessmentId: string; item: ReviewedItem }) {
  const t = useTexts()
  const [state, setState] = useState<'closed' | 'open' | 'sent'>(item.report ? 'sent' : 'closed')
  const button = useRef<HTMLButtonElement>(null)
  const thanks = useRef<HTMLParagraphElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // Move the focus to what replaced the form.
    if (wasOpen.current && state !== 'open') (state === 'sent' ? thanks : button).current?.focus()
    wasOpen.current = state === 'open'
  }, [state])
  if (state === 'open')
    return (
      <ItemReportForm
        assessmentId={assessmentId}
        position={item.position}
        onSent={() => setState('sent')}
        onCancel={() => setState('closed')}
      />
    )
  if (state === 'sent')
    return (
      <p ref={thanks} tabIndex={-1} role="status" className={styles.sent}>
        {t('itemReport.sent')}
      </p>
    )
  return (
    <button ref={button} type="button" className={styles.report} onClick={() => setState('open')}>
      {t('itemReport.open')}
      <span className="visually-hidden"> {item.position}</span>
    </button>
  )
}
