import { type FormEvent, useId, useState } from 'react'
import field from '#web/ui/field.module.css'
import { ScreenHeading } from '#web/ui/screen-heading.tsx'
import { Pills } from './pills.tsx'
import styles from './reading-page.module.css'
import { joinReaders, Offline } from './requests.ts'
import { READER_ROLES, type ReaderRole, type ReaderWords } from './words.ts'

/** Says what is asked of somebody who was sent the link, and begins their reading at an address of its own. */
export function Welcome({ words }: { words: ReaderWords }) {
  const [name, setName] = useState('')
  const [role, setRole] = useState<ReaderRole>('teacher')
  const [fault, setFault] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const hint = useId()
  const join = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    setFault('')
    try {
      const { id } = await joinReaders(name.trim(), role)
      location.assign(`${location.pathname.replace(/\/$/, '')}/${id}`)
    } catch (error) {
      setFault(error instanceof Offline ? words.offline : words.nameTaken)
      setIsBusy(false)
    }
  }
  return (
    <main className={styles.screen}>
      <form onSubmit={join} className={styles.welcome}>
        <ScreenHeading>{words.title}</ScreenHeading>
        <p>{words.lead}</p>
        <p>{words.howLong}</p>
        <label className={field.field}>
          <strong>{words.name}</strong>
          <input
            className={field.input}
            autoComplete="nickname"
            required
            maxLength={60}
            pattern=".*\S.*"
            value={name}
            aria-describedby={hint}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <p id={hint} className={styles.soft}>
          {words.nameHint}
        </p>
        <Pills
          legend={words.role}
          type="radio"
          choices={READER_ROLES}
          labels={words.roles}
          chosen={[role]}
          onChange={(choice) => setRole(choice)}
        />
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
        <p className={styles.stop}>
          <button type="submit" className={styles.submit}>
            {words.start}
          </button>
        </p>
      </form>
    </main>
  )
}
