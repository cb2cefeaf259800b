import { type InputHTMLAttributes, useEffect, useId, useRef } from 'react'
import { isShownTextWithin, shownLength } from '#contract/typed-text.ts'
import { type TextKey, useTexts } from '../texts.tsx'
import styles from './field.module.css'

export type FieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  hint?: string
  /** '' if the value is valid. */
  error: string
} & Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'autoComplete' | 'inputMode' | 'maxLength' | 'autoCapitalize' | 'spellCheck' | 'className'
>

/** A labeled one-line input with hint and error. A dialog that starts with one focuses it. */
export function Field({ label, value, onChange, hint, error, className = '', ...input }: FieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        data-focus
        dir="auto"
        className={`${styles.input} ${className}`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error !== ''}
        aria-describedby={`${id}-hint ${id}-error`}
        {...input}
      />
      <p id={`${id}-hint`} className={styles.hint}>
        {hint}
      </p>
      <p id={`${id}-error`} role="alert" className={styles.error}>
        {error}
      </p>
    </div>
  )
}

export type TextAreaProps = {
  label: string
  value: string
  onChange: (value: string) => void
  /** The maximum length that the server accepts; longer text is marked invalid, not cut off. */
  max: number
  /** The counter's text, with `count` and `max`. */
  counter: TextKey
  rows?: number
  /** Focuses itself when it appears. */
  takesFocus?: boolean
}

/** A labeled text area with a character counter; the parent lays them out. */
export function TextArea({ label, value, onChange, max, counter, rows = 3, takesFocus = false }: TextAreaProps) {
  const t = useTexts()
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const count = shownLength(value)
  useEffect(() => {
    if (takesFocus) area.current?.focus()
  }, [takesFocus])
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <textarea
        ref={area}
        className={styles.area}
        id={id}
        rows={rows}
        dir="auto"
        value={value}
        aria-invalid={!isShownTextWithin(value, max)}
        aria-describedby={`${id}-count`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-count`} className={styles.hint}>
        {t(counter, { count, max })}
      </p>
    </>
  )
}
