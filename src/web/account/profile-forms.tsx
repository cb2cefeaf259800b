import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { COUNTRIES } from '#contract/countries.ts'
import { isShownText, isShownTextWithin, MAX_NICKNAME_LENGTH } from '#contract/typed-text.ts'
import { changeCountry, renameAccount } from '../browser/account-client.ts'
import { countryName } from '../format.ts'
import { type TextKey, useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import field from '../ui/field.module.css'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { SubmitError, useSubmit } from '../ui/use-submit.tsx'
import styles from './account-page.module.css'

type FormProps<Value> = { current: Value; onSaved: (value: Value) => void; onCancel: () => void }

type EditableProps<Value> = {
  stored: Value
  /** Texts of the button that opens the form and of the note after saving. */
  texts: { edit: TextKey; saved: TextKey }
  /** Shows the value. */
  children: (value: Value) => ReactNode
  form: (props: FormProps<Value>) => ReactNode
}

/** An account value with its edit form. Closing the form returns the focus to the button that opened it. */
export function Editable<Value>({ stored, texts, children, form: Form }: EditableProps<Value>) {
  const t = useTexts()
  const [current, setCurrent] = useState(stored)
  const [isEditing, setIsEditing] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const hasEdited = useRef(false)
  useEffect(() => {
    if (hasEdited.current && !isEditing) edit.current?.focus()
    hasEdited.current = isEditing
  }, [isEditing])
  return (
    <>
      <div className={styles.profile}>
        {children(current)}
        {!isEditing && (
          <button
            ref={edit}
            type="button"
            className={styles.edit}
            aria-label={t(texts.edit)}
            title={t(texts.edit)}
            onClick={() => setIsEditing(true)}
          >
            <Icon name="pencil" />
          </button>
        )}
      </div>
      {isEditing && (
        <Form
          current={current}
          onCancel={() => setIsEditing(false)}
          onSaved={(saved) => {
            setCurrent(saved)
            setIsSaved(true)
            setIsEditing(false)
          }}
        />
      )}
      <p role="status" className={styles.status}>
        {isSaved && !isEditing && t(texts.saved)}
      </p>
    </>
  )
}

type ButtonsProps = { isBusy: boolean; isDisabled?: boolean; onCancel: () => void }

function Buttons({ isBusy, isDisabled = false, onCancel }: ButtonsProps) {
  const t = useTexts()
  return (
    <div className={styles.pair}>
      <Button type="submit" isBusy={isBusy} isDisabled={isDisabled}>
        {t('account.save')}
      </Button>
      <Button look="plain" onClick={onCancel}>
        {t('account.cancel')}
      </Button>
    </div>
  )
}

export function NicknameForm({ current, onSaved, onCancel }: FormProps<string>) {
  const t = useTexts()
  const form = useRef<HTMLFormElement>(null)
  const [value, setValue] = useState(current)
  const { isBusy, error, submit } = useSubmit()
  const shownError = isShownTextWithin(value, MAX_NICKNAME_LENGTH) ? error : 'account.nicknameTooLong'
  useEffect(() => form.current?.querySelector('input')?.select(), [])

  const save = (event: FormEvent) => {
    event.preventDefault()
    void submit(async () => {
      const outcome = await renameAccount(value)
      if (!outcome.ok) return outcome.code === 'invalid_request' ? 'account.nicknameTooLong' : 'account.failed'
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
        error={shownError ? t(shownError, { max: MAX_NICKNAME_LENGTH }) : ''}
        autoComplete="nickname"
        spellCheck={false}
      />
      <Buttons isBusy={isBusy} isDisabled={!isShownText(value, MAX_NICKNAME_LENGTH)} onCancel={onCancel} />
    </form>
  )
}

export function CountryForm({ current, onSaved, onCancel }: FormProps<string | null>) {
  const t = useTexts()
  const id = useId()
  const select = useRef<HTMLSelectElement>(null)
  const { isBusy, error, submit } = useSubmit()
  useEffect(() => select.current?.focus(), [])

  const save = (event: FormEvent) => {
    event.preventDefault()
    void submit(async () => {
      const outcome = await changeCountry(select.current?.value || null)
      if (!outcome.ok) return 'account.failed'
      onSaved(outcome.data.country_id)
      return null
    })
  }
  const countries = COUNTRIES.map((code) => ({ code, name: countryName(code, t.locale) }))
  const { compare } = new Intl.Collator(t.locale)
  return (
    <form className={styles.form} onSubmit={save}>
      <div className={field.field}>
        <label htmlFor={id}>{t('account.country')}</label>
        <select ref={select} id={id} className={field.input} defaultValue={current ?? ''} autoComplete="country">
          <option value="">{t('account.countryNone')}</option>
          {countries
            .sort((one, other) => compare(one.name, other.name))
            .map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
        </select>
      </div>
      <Buttons isBusy={isBusy} onCancel={onCancel} />
      <SubmitError error={error} />
    </form>
  )
}
