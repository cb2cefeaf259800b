import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { isOtherPurposeText, OTHER_PURPOSE_MAX } from '#quiz/purposes.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import field from '../ui/field.module.css'
import styles from './purpose-dialog.module.css'

/** The free text of 'other purpose': at most 200 characters, counted as people count them, and not blank (Specification §5). */
export function OtherPurpose({ isBusy, onSubmit }: { isBusy: boolean; onSubmit: (text: string) => void }) {
  const t = useTexts()
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const count = [...text].length
  const isFit = isOtherPurposeText(text)
  useEffect(() => area.current?.focus(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isFit) onSubmit(text)
  }
  return (
    <form className={styles.other} onSubmit={submit}>
      <label htmlFor={id}>{t('purpose.otherLabel')}</label>
      <textarea
        ref={area}
        className={field.area}
        dir="auto"
        id={id}
        rows={3}
        value={text}
        aria-invalid={count > OTHER_PURPOSE_MAX}
        aria-describedby={`${id}-count`}
        onChange={(event) => setText(event.target.value)}
      />
      <p id={`${id}-count`} className={styles.count}>
        {t('purpose.otherCount', { count, max: OTHER_PURPOSE_MAX })}
      </p>
      <p role="status" className={styles.failed}>
        {count > OTHER_PURPOSE_MAX && t('purpose.otherTooLong', { max: OTHER_PURPOSE_MAX })}
      </p>
      <Button type="submit" isBusy={isBusy} isDisabled={!isFit}>
        {t('purpose.otherSave')}
      </Button>
    </form>
  )
}
