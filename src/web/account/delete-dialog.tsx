import { type FormEvent, useState } from 'react'
import { urls } from '#contract/urls.ts'
import { deleteAccount } from '../browser/account-client.ts'
import { forgetVisit } from '../browser/forget-visit.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import styles from './delete-dialog.module.css'

/** Deleting asks for a word to be typed: it cannot be taken back. */
export function DeleteDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const [typed, setTyped] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const word = t('account.deleteWord')
  const isConfirmed = typed.trim().toLocaleUpperCase() === word.toLocaleUpperCase()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isConfirmed || isBusy) return
    setIsBusy(true)
    const outcome = await deleteAccount()
    if (outcome.ok) {
      forgetVisit()
      return location.assign(urls.landing)
    }
    setIsBusy(false)
    setHasFailed(true)
  }
  return (
    <Dialog title={t('account.deleteTitle')} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <p>{t('account.deleteLead')}</p>
        <Field
          label={t('account.deleteLabel', { word })}
          value={typed}
          onChange={setTyped}
          error={hasFailed ? t('account.failed') : ''}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Button type="submit" look="danger" isBusy={isBusy} isDisabled={!isConfirmed}>
          {t('account.deleteConfirm')}
        </Button>
        <Button look="plain" onClick={onClose}>
          {t('account.deleteCancel')}
        </Button>
      </form>
    </Dialog>
  )
}
