import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { ItemReport } from '#contract/review.ts'
import { REPORT_NOTE_MAX, REPORT_REASONS, type ReportReason } from '#quiz/item-report.ts'
import { call } from '../browser/api-client.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import field from '../ui/field.module.css'
import styles from './answers.module.css'
import review from './review.module.css'

type ItemReportFormProps = {
  /** Where it is sent to. */
  address: string
  position: number
  onSent: () => void
  onCancel: () => void
}

/** What is wrong with a question: one reason, and a few words if somebody has some. */
export function ItemReportForm({ address, position, onSent, onCancel }: ItemReportFormProps) {
  const t = useTexts()
  const id = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [note, setNote] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const count = [...note].length
  useEffect(() => group.current?.querySelector('input')?.focus(), [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (reason === null || isBusy) return
    setIsBusy(true)
    setHasFailed(false)
    const outcome = await call<ItemReport>('POST', address, { reason, note })
    setIsBusy(false)
    if (outcome.ok) onSent()
    else setHasFailed(true)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <fieldset ref={group}>
        <legend>{t('itemReport.title', { position })}</legend>
        {REPORT_REASONS.map((each) => (
          <label key={each}>
            <input type="radio" name={id} checked={reason === each} onChange={() => setReason(each)} />
            {t(`itemReport.${each}`)}
          </label>
        ))}
      </fieldset>
      <label htmlFor={`${id}-note`}>{t('itemReport.note')}</label>
      <textarea
        className={field.area}
        id={`${id}-note`}
        rows={2}
        dir="auto"
        value={note}
        aria-invalid={count > REPORT_NOTE_MAX}
        aria-describedby={`${id}-count`}
        onChange={(event) => setNote(event.target.value)}
      />
      <p id={`${id}-count`} className={review.soft}>
        {t('itemReport.count', { count, max: REPORT_NOTE_MAX })}
      </p>
      <p role="alert" className={styles.alert}>
        {hasFailed && t('itemReport.failed')}
      </p>
      <div className={styles.pair}>
        <Button type="submit" isBusy={isBusy} isDisabled={reason === null || count > REPORT_NOTE_MAX}>
          {t('itemReport.send')}
        </Button>
        <Button look="plain" onClick={onCancel}>
          {t('itemReport.cancel')}
        </Button>
      </div>
    </form>
  )
}
