import { type FormEvent, useId, useRef, useState } from 'react'
import { isShownText, isShownTextWithin, MAX_NICKNAME_LENGTH } from '#contract/typed-text.ts'
import { renameAccount } from '../browser/account-client.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import field from '../ui/field.module.css'
import { useSubmit } from '../ui/use-submit.tsx'
import styles from './share.module.css'

/** The name on the report, which is the account's nickname. */
export function useReportName(stored: string, onRenamed: (nickname: string) => void) {
  const [saved, setSaved] = useState(stored)
  const [value, setValue] = useState(stored)
  const { isBusy, error, submit } = useSubmit()
  const saving = useRef<Promise<boolean>>(null)
  const saveNow = async () => {
    let isSaved = false
    await submit(async () => {
      const outcome = await renameAccount(value)
      if (!outcome.ok) return outcome.code === 'invalid_request' ? 'account.nicknameTooLong' : 'account.failed'
      const { nickname } = outcome.data
      setValue(nickname)
      setSaved(nickname)
      onRenamed(nickname)
      isSaved = true
      return null
    })
    saving.current = null
    return isSaved
  }
  const isChanged = value.trim() !== saved
  const isFine = isShownText(value, MAX_NICKNAME_LENGTH)
  /** Whether the name is saved. A target may be pressed while saving is in progress. */
  const save = async () => {
    if (!isChanged) return true
    if (!isFine && isShownTextWithin(value, MAX_NICKNAME_LENGTH)) {
      // No error shown: the name reverts.
      setValue(saved)
      return true
    }
    saving.current ??= saveNow()
    return saving.current
  }
  const shownError = isShownTextWithin(value, MAX_NICKNAME_LENGTH) ? error : 'account.nicknameTooLong'
  return { saved, value, setValue, mayBeSaved: isChanged && isFine, isBusy, error: shownError, save }
}

export function NameForm({ naming }: { naming: ReturnType<typeof useReportName> }) {
  const t = useTexts()
  const id = useId()
  const { value, setValue, mayBeSaved, isBusy, error, save } = naming
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <form className={styles.naming} onSubmit={submit}>
      <label htmlFor={id}>{t('share.name')}</label>
      <input
        id={id}
        className={field.input}
        dir="auto"
        value={value}
        onChange={(event) => setValue(event.target.value)}
        aria-invalid={error !== null}
        autoComplete="nickname"
        spellCheck={false}
      />
      <Button type="submit" look="tonal" isBusy={isBusy} isDisabled={!mayBeSaved}>
        {t('account.save')}
      </Button>
      <p role="alert" className={field.error}>
        {error && t(error, { max: MAX_NICKNAME_LENGTH })}
      </p>
    </form>
  )
}
