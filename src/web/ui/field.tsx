import { type InputHTMLAttributes, useId } from 'react'
import styles from './field.module.css'

export type FieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  hint?: string
  /** What is wrong with the value, in words; '' when nothing is. */
  error: string
} & Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'autoComplete' | 'inputMode' | 'maxLength' | 'autoCapitalize' | 'spellCheck' | 'className'
>

/** One labelled line of input with its hint and its error. Where a dialog or a form opens, the focus begins here. */
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
