import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Question } from '#contract/attempts.ts'
import { Options } from '#web/flow/options.tsx'
import { Stem } from '#web/flow/stem.tsx'
import { makeTexts, TextsProvider } from '#web/texts.tsx'
import { loadCatalog } from '#web/texts-part.tsx'
import '#web/ui/base.css'
import type { Preview } from './entries.ts'
import { ItemNotes } from './item-notes.tsx'
import styles from './preview.module.css'

/** The item after `#` in the URL, so a reload after a change to the bank stays there. */
const hashId = () => Number(location.hash.slice(1))

/** One item as visitors see it, with key, point, and notes on demand or after choosing an option. */
function Page({ language, start, entries }: Preview) {
  const [id, setId] = useState(hashId() || start)
  const [chosen, setChosen] = useState<string[] | null>(null)
  useEffect(() => {
    const onHashChange = () => {
      setId(hashId())
      setChosen(null)
    }
    addEventListener('hashchange', onHashChange)
    return () => removeEventListener('hashchange', onHashChange)
  }, [])
  const index = Math.max(
    entries.findIndex(({ item }) => item.id === id),
    0,
  )
  const entry = entries[index]
  if (!entry) return null
  const { item, options } = entry
  const { question, image } = item
  const kind = image ? 'picture' : 'sentence'
  const asked: Question = { position: index + 1, question_id: item.id, kind, question, image, options }
  const link = (place: number, words: string) => entries[place] && <a href={`#${entries[place].item.id}`}>{words}</a>
  return (
    <main className={styles.screen}>
      <header className={styles.bar}>
        <h1 className={styles.title}>
          <span className={styles.language}>{language}</span> {item.level} · item {item.id}
        </h1>
        <nav className={styles.steps} aria-label="Items">
          {link(index - 1, 'Previous')}
          {link(index + 1, 'Next')}
        </nav>
      </header>
      <Options key={item.id} question={asked} language={language} isLocked={false} onAnswer={setChosen}>
        {(place) => <Stem question={asked} language={language} chosen={place} />}
      </Options>
      <details key={`notes ${item.id} ${chosen !== null}`} open={chosen !== null}>
        <summary>Key and notes</summary>
        <ItemNotes entry={entry} language={language} chosen={chosen} />
      </details>
    </main>
  )
}

const preview: Preview = JSON.parse(document.getElementById('preview')?.textContent ?? '')
const catalog = await loadCatalog('quiz')
createRoot(document.getElementById('root') as HTMLElement).render(
  <TextsProvider texts={makeTexts(document.documentElement.lang, catalog)}>
    <Page {...preview} />
  </TextsProvider>,
)
