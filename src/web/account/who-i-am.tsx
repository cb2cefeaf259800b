import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { AccountData } from '#contract/account.ts'
import { renameAccount } from '../browser/account-client.ts'
import { Avatar } from '../result/avatar.tsx'
import { type TextKey, useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import styles from './account-page.module.css'
import { formatDay } from './dates.ts'

/** Avatar and nickname, which can be changed. */
export function WhoIAm({ account, avatarBaseUrl }: { account: AccountData; avatarBaseUrl: string }) {
  const t = useTexts()
  const [nickname, setNickname] = useState(account.nickname)
  const [isEditing, setIsEditing] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const hasEdited = useRef(false)
  useEffect(() => {
    // The form is gone, and the focus goes back to what opened it.
    if (hasEdited.current && !isEditing) edit.current?.focus()
    hasEdited.current = isEditing
  }, [isEditing])
  return (
    <section className={styles.card}>
      <div className={styles.who}>
        <Avatar
          nickname={nickname}
          fileName={account.avatar_file_name}
          baseUrl={avatarBaseUrl}
          className={styles.avatar}
        />
        <div className={styles.whoWords}>
          <p className={styles.nickname}>
            <bdi>{nickname}</bdi>
          </p>
          <p className={styles.soft}>{t('account.since', { date: formatDay(t.locale, account.created_at) })}</p>
        </div>
        {!isEditing && (
          <button ref={edit} type="button" className={styles.link} onClick={() => setIsEditing(true)}>
            {t('account.nicknameEdit')}
          </button>
        )}
      </div>
      {isEditing && (
        <NicknameForm
          present={nickname}
          onCancel={() => setIsEditing(false)}
          onSaved={(saved) => {
            setNickname(saved)
            setIsSaved(true)
            setIsEditing(false)
          }}
        />
      )}
      <p role="status" className={styles.status}>
        {isSaved && !isEditing && t('account.nicknameSaved')}
      </p>
    </section>
  )
}

type NicknameFormProps = { present: string; onSaved: (nickname: string) => void; onCancel: () => void }

function NicknameForm({ present, onSaved, onCancel }: NicknameFormProps) {
  const t = useTexts()
  const form = useRef<HTMLFormElement>(null)
  const [value, setValue] = useState(present)
  const [error, setError] = useState<TextKey | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => form.current?.querySelector('input')?.select(), [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    setError(null)
    const outcome = await renameAccount(value)
    setIsBusy(false)
    if (outcome.ok) onSaved(outcome.data.nickname)
    else setError(outcome.code === 'invalid_request' ? 'account.nicknameRefused' : 'account.failed')
  }
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <Field
        label={t('account.nickname')}
        value={value}
        onChange={setValue}
        error={error ? t(error) : ''}
        autoComplete="nickname"
        maxLength={60}
        spellCheck={false}
      />
      <div className={styles.pair}>
        <Button type="submit" isBusy={isBusy} isDisabled={value.trim() === ''}>
          {t('account.nicknameSave')}
        </Button>
        <Button look="plain" onClick={onCancel}>
          {t('account.nicknameCancel')}
        </Button>
      </div>
    </form>
  )
}
