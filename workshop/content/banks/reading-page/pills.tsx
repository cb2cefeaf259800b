import { useId } from 'react'
import styles from './judging.module.css'

export type PillsProps<Choice extends string> = {
  legend: string
  type: 'checkbox' | 'radio'
  choices: readonly Choice[]
  chosen: readonly string[]
  /** The language of the choices, where it is not that of the page. */
  lang?: string
  onChange: (choice: Choice, isOn: boolean) => void
}

/** A row of small choices: native checkboxes or radio buttons under rounded labels. */
export function Pills<Choice extends string>({ legend, type, choices, chosen, lang, onChange }: PillsProps<Choice>) {
  const name = useId()
  return (
    <fieldset className={styles.pills}>
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice} className={styles.pill}>
          <input
            type={type}
            name={name}
            checked={chosen.includes(choice)}
            onChange={(event) => onChange(choice, event.target.checked)}
          />
          <span lang={lang}>{choice}</span>
        </label>
      ))}
    </fieldset>
  )
}
