import { useEffect, useState } from 'react'
import { Options } from '#web/flow/options.tsx'
import { Stem } from '#web/flow/stem.tsx'
import { ItemNotes } from './item-notes.tsx'
import { questionOf } from './item-question.ts'
import { JumpField } from './jump-field.tsx'
import type { OpenPage } from './page-data.ts'
import styles from './reading-page.module.css'
import { Step } from './step.tsx'
import { useKeys } from './use-keys.ts'

/** The place after `#` in the address, so that a reload after a change of the bank stays at its item. */
function startIndex({ entries, start }: OpenPage): number {
  const place = (id: number) => entries.findIndex((entry) => entry.item.id === id)
  const wanted = place(Number(location.hash.slice(1)))
  return wanted >= 0 ? wanted : Math.max(place(start), 0)
}

/** The items one after another as a visitor sees them; key, point and notes on demand, or once an option is chosen. */
export function OpenReading({ page }: { page: OpenPage }) {
  const { entries, language } = page
  const [index, setIndex] = useState(() => startIndex(page))
  const [isOpen, setIsOpen] = useState(false)
  const [chosen, setChosen] = useState<string[] | null>(null)
  const entry = entries[index]

  const go = (to: number) => {
    if (!entries[to]) return
    setIndex(to)
    setIsOpen(false)
    setChosen(null)
    scrollTo(0, 0)
  }
  const toggle = () => setIsOpen(!isOpen)
  useKeys({ k: toggle, n: () => go(index + 1), p: () => go(index - 1) })
  useEffect(() => {
    if (entry) history.replaceState(null, '', `#${entry.item.id}`)
  }, [entry])

  if (!entry) return null
  const { item, options } = entry
  return (
    <main className={styles.screen}>
      <header className={styles.bar}>
        <h1 className={styles.title}>
          <span className={styles.language}>{language}</span> {item.level} · item {item.id}
        </h1>
        <JumpField
          ids={entries.map((candidate) => candidate.item.id)}
          onJump={(id) => go(entries.findIndex((candidate) => candidate.item.id === id))}
        />
      </header>
      <Options
        key={item.id}
        question={questionOf(item, options, index + 1, item.id)}
        language={language}
        isLocked={false}
        onAnswer={(choice) => {
          setChosen(choice)
          setIsOpen(true)
        }}
      >
        {(chosen) => (
          <Stem question={questionOf(item, options, index + 1, item.id)} language={language} chosen={chosen} />
        )}
      </Options>
      <nav className={styles.steps} aria-label="Items">
        <Step look="plain" onGo={index > 0 ? () => go(index - 1) : undefined}>
          Previous <kbd>P</kbd>
        </Step>
        <button type="button" className={styles.quiet} aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? 'Hide key' : 'Show key'} <kbd>K</kbd>
        </button>
        <Step look="primary" onGo={entries[index + 1] ? () => go(index + 1) : undefined}>
          Next <kbd>N</kbd>
        </Step>
      </nav>
      <div aria-live="polite">{isOpen && <ItemNotes entry={entry} language={language} chosen={chosen} />}</div>
    </main>
  )
}
