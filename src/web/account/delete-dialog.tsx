import { type FormEvent, useState } from 'react'
import { urls } from '#contract/urls.ts'
import { deleteAccount, endSession } from '../browser/account-client.ts'
import { forgetVisit } from '../browser/storage.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import styles from '../ui/dialog.module.css'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { LEAVING_PAGE, useSubmit } from '../ui/use-submit.tsx'

/** Deletes the account after the user types a word, because it can't be undone. */
export function DeleteDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const [typed, setTyped] = useState('')
  const { isBusy, error, submit } = useSubmit()
  const word = t('account.deleteWord')
  const isConfirmed = typed.trim().toLocaleUpperCase() === word.toLocaleUpperCase()

  const confirm = (event: FormEvent) => {
    event.preventDefault()
    if (!isConfirmed) return
    void submit(async () => {
      const outcome = await deleteAccount()
      if (!outcome.ok) return outcome.code === 'sign_in_again' ? 'account.deleteFresh' : 'account.failed'
      forgetVisit()
      location.assign(`${urls.account}?deleted`)
      return LEAVING_PAGE
    })
  }
  /** Ends this session; the account page then shows the sign-in options. */
  const signInAgain = () =>
    submit(async () => {
      const outcome = await endSession()
      if (!outcome.ok) return 'account.failed'
      location.assign(urls.account)
      return LEAVING_PAGE
    })
  if (error === 'account.deleteFresh')
    return (
      <Dialog title={t('account.deleteTitle')} onClose={onClose}>
        <div className={styles.body}>
          <p role="alert">{t(error)}</p>
          <Button isBusy={isBusy} onClick={signInAgain}>
            {t('account.deleteSignIn')}
          </Button>
          <Button look="plain" onClick={onClose}>
            {t('account.deleteCancel')}
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog title={t('account.deleteTitle')} onClose={onClose}>
      <form className={styles.body} onSubmit={confirm} noValidate>
        <p>{t('account.deleteLead')}</p>
        <Field
          label={t('account.deleteLabel', { word })}
          value={typed}
          onChange={setTyped}
          error={error ? t(error) : ''}
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
