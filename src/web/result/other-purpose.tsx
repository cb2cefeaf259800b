import { type FormEvent, useState } from 'react'
import { isOtherPurposeText, OTHER_PURPOSE_MAX } from '#quiz/marketplace.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import { countCharacters, TextArea } from '../ui/field.tsx'
import styles from './purpose-dialog.module.css'

/** The free text of 'other purpose': not blank, and at most 200 characters (Specification §5). */
export function OtherPurpose({ isBusy, onSubmit }: { isBusy: boolean; onSubmit: (text: string) => void }) {
  const t = useTexts()
  const [text, setText] = useState('')
  const isFit = isOtherPurposeText(text)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isFit) onSubmit(text)
  }
  return (
    <form className={styles.other} onSubmit={submit}>
      <TextArea
        label={t('purpose.otherLabel')}
        value={text}
        onChange={setText}
        max={OTHER_PURPOSE_MAX}
        counter="purpose.otherCount"
        takesFocus
      />
      <p role="status" className={styles.failed}>
        {countCharacters(text) > OTHER_PURPOSE_MAX && t('purpose.otherTooLong', { max: OTHER_PURPOSE_MAX })}
      </p>
      <Button type="submit" isBusy={isBusy} isDisabled={!isFit}>
        {t('purpose.otherSave')}
      </Button>
    </form>
  )
}
