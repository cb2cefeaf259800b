import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type { PurposeOption } from '#contract/profile.ts'
import { cleanShownText, isShownText, isShownTextWithin } from '#contract/typed-text.ts'
import { urls } from '#contract/urls.ts'
import { MAX_OTHER_PURPOSE_LENGTH } from '#quiz/constants.ts'
import type { Purpose } from '#quiz/profile.ts'
import { type TextKey, useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/field.tsx'
import styles from './purpose-dialog.module.css'

/** The free text of 'other purpose': not blank, and at most 200 characters (Specification §5). */
export function OtherPurpose({ isBusy, onSubmit }: { isBusy: boolean; onSubmit: (text: string) => void }) {
  const t = useTexts()
  const [text, setText] = useState('')
  const isValid = isShownText(text, MAX_OTHER_PURPOSE_LENGTH)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isValid) onSubmit(cleanShownText(text))
  }
  return (
    <form className={styles.other} onSubmit={submit}>
      <TextArea
        label={t('purpose.otherLabel')}
        value={text}
        onChange={setText}
        max={MAX_OTHER_PURPOSE_LENGTH}
        counter="purpose.otherCount"
        takesFocus
      />
      <p role="status" className={styles.failed}>
        {!isShownTextWithin(text, MAX_OTHER_PURPOSE_LENGTH) &&
          t('purpose.otherTooLong', { max: MAX_OTHER_PURPOSE_LENGTH })}
      </p>
      <Button type="submit" isBusy={isBusy} isDisabled={!isValid}>
        {t('purpose.otherSave')}
      </Button>
    </form>
  )
}

const PICTURES: Record<Purpose, string> = {
  work: 'work',
  exams_or_schools: 'study',
  settle_in_a_new_country: 'social',
  family_or_relationships: 'family',
  prepare_for_a_trip: 'travel',
  hobbies_or_cultural_interest: 'studying',
  brain_training: 'other2',
  prepare_for_school_exams: 'studying',
  language_proficiency_exams: 'study',
  family_or_cultural_interest: 'family',
  other_purpose: 'other',
}

/** The text of a purpose or tag. For an unknown text code from a linked marketplace, its name. */
function useWords(): (purpose: { name: string; text_code: string }) => string {
  const t = useTexts()
  return ({ name, text_code }) => (t.has(text_code) ? t(text_code as TextKey) : name.replaceAll('_', ' '))
}

export type PurposeItemProps = {
  option: PurposeOption
  isExpanded: boolean
  onToggle: () => void
  onChoose: (tag?: string) => void
  /** Shown instead of tags when the purpose is expanded. */
  children?: ReactNode
}

/** One purpose. Pressing it selects it, or expands its tags or `children` if it has any. */
export function PurposeItem({ option, isExpanded, onToggle, onChoose, children }: PurposeItemProps) {
  const words = useWords()
  const id = useId()
  const { name, tags = [] } = option
  const opens = tags.length > 0 || Boolean(children)
  return (
    <li>
      <button
        type="button"
        className={styles.purpose}
        onClick={() => (opens ? onToggle() : onChoose())}
        {...(opens ? { 'aria-expanded': isExpanded, 'aria-controls': id } : {})}
      >
        <img src={`${urls.static}image/purpose/${PICTURES[name]}.svg`} alt="" width="48" height="48" />
        <span className={styles.name}>{words(option)}</span>
        {opens && (
          <svg className={styles.arrow} viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 9l6 6 6-6" />
          </svg>
        )}
      </button>
      {opens && (
        <div id={id} hidden={!isExpanded} className={styles.opened}>
          {tags.map((tag) => (
            <button key={tag.name} type="button" className={styles.tag} onClick={() => onChoose(tag.name)}>
              {words(tag)}
            </button>
          ))}
          {isExpanded && children}
        </div>
      )}
    </li>
  )
}
