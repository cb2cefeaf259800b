import { type FormEvent, useId, useState } from 'react'
import styles from './reading-page.module.css'

/** A field for the number of an item to go to. */
export function JumpField({ ids, onJump }: { ids: readonly number[]; onJump: (id: number) => void }) {
  const id = useId()
  const [isUnknown, setIsUnknown] = useState(false)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wanted = Number(new FormData(event.currentTarget).get('item'))
    const isKnown = ids.includes(wanted)
    setIsUnknown(!isKnown)
    if (!isKnown) return
    event.currentTarget.reset()
    onJump(wanted)
  }
  return (
    <form className={styles.jump} onSubmit={onSubmit}>
      <label htmlFor={id}>Go to</label>
      <input
        id={id}
        name="item"
        inputMode="numeric"
        autoComplete="off"
        placeholder={`${ids[0]}–${ids.at(-1)}`}
        aria-invalid={isUnknown}
        aria-describedby={`${id}-fault`}
      />
      <span id={`${id}-fault`} role="status" className={styles.fault}>
        {isUnknown ? 'Not here.' : ''}
      </span>
    </form>
  )
}
