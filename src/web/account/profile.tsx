import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { AccountData } from '#contract/account.ts'
import { isLanguage } from '#quiz/languages.ts'
import { LEVELS } from '#quiz/levels.ts'
import { NATIVE_LEVEL } from '#quiz/marketplace.ts'
import { renameAccount } from '../browser/account-client.ts'
import { formatDay } from '../format.ts'
import { Avatar } from '../result/avatar.tsx'
import { type TextKey, useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useSubmit } from '../ui/use-submit.tsx'
import styles from './account-page.module.css'

/** Avatar, nickname and the form that changes the nickname. */
export function ProfileSummary({ account, avatarBaseUrl }: { account: AccountData; avatarBaseUrl: string }) {
  const t = useTexts()
  const [nickname, setNickname] = useState(account.nickname)
  const [isEditing, setIsEditing] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const hasEdited = useRef(false)
  useEffect(() => {
    // The form is gone: the focus returns to the button that opened it.
    if (hasEdited.current && !isEditing) edit.current?.focus()
    hasEdited.current = isEditing
  }, [isEditing])
  return (
    <section className={styles.card}>
      <div className={styles.profile}>
        <Avatar
          nickname={nickname}
          fileName={account.avatar_file_name}
          baseUrl={avatarBaseUrl}
          className={styles.avatar}
        />
        <div className={styles.profileText}>
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
          current={nickname}
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

type NicknameFormProps = { current: string; onSaved: (nickname: string) => void; onCancel: () => void }

function NicknameForm({ current, onSaved, onCancel }: NicknameFormProps) {
  const t = useTexts()
  const form = useRef<HTMLFormElement>(null)
  const [value, setValue] = useState(current)
  const { isBusy, error, submit } = useSubmit()
  useEffect(() => form.current?.querySelector('input')?.select(), [])

  const save = (event: FormEvent) => {
    event.preventDefault()
    void submit(async () => {
      const outcome = await renameAccount(value)
      if (!outcome.ok) return outcome.code === 'invalid_request' ? 'account.nicknameRefused' : 'account.failed'
      onSaved(outcome.data.nickname)
      return null
    })
  }
  return (
    <form ref={form} className={styles.form} onSubmit={save} noValidate>
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

/** The languages of the profile, each with its level and learning purpose. */
export function ProfileLanguages({ profile }: { profile: AccountData['profile'] }) {
  const t = useTexts()
  const { language_list: languages, purpose_list: purposes } = profile
  const levelOf = (level: number) => (level === NATIVE_LEVEL ? t('account.native') : LEVELS[level - 1])
  const purposeOf = (language: string) => {
    const stored = purposes.find((each) => each.language === language)
    if (!stored) return null
    const { purpose, sub_purpose: sub } = stored
    const detail = purpose === 'other_purpose' ? sub : sub && t(`purpose.tag.${sub}` as TextKey)
    return [t(`purpose.${purpose}`), detail].filter(Boolean).join(', ')
  }
  return (
    <section className={styles.card}>
      <h2>{t('account.languages')}</h2>
      {languages.length === 0 && <p>{t('account.noLanguages')}</p>}
      <ul className={styles.languages}>
        {languages.map(({ language, level, is_learning: isLearning }) => {
          const purpose = purposeOf(language)
          return (
            <li key={language}>
              <strong>{isLanguage(language) ? t(`language.${language}`) : language}</strong>{' '}
              <span className={styles.soft}>
                {[levelOf(level), isLearning && t('account.learning')].filter(Boolean).join(' · ')}
              </span>
              {purpose && <p className={styles.soft}>{t('account.purpose', { purpose })}</p>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
