import { useId } from 'react'
import styles from './judging.module.css'

export type PillsProps<Choice extends string> = {
  legend: string
  type: 'checkbox' | 'radio'
  choices: readonly Choice[]
  chosen: readonly string[]
  /** What they say, where that is not what is chosen. */
  labels?: Partial<Record<Choice, string>>
  /** The language of the choices, where it is not that of the page. */
  lang?: string
  onChange: (choice: Choice, isOn: boolean) => void
}

/** A row of small choices: native checkboxes or radio buttons under rounded labels. */
export function Pills<Choice extends string>(props: PillsProps<Choice>) {
  const { legend, type, choices, chosen, labels, lang, onChange } = props
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
          <span lang={lang}>{labels?.[choice] ?? choice}</span>
        </label>
      ))}
    </fieldset>
  )
}
