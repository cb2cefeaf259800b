import { LANGUAGE_TAGS, type Language } from '#quiz/languages.ts'
import type { PreviewEntry } from './entries.ts'
import styles from './preview.module.css'

function verdict(chosen: string[], key: string | undefined): string {
  if (chosen.length === 0) return 'Counted as wrong.'
  return chosen[0] === key ? 'Right.' : 'Wrong.'
}

export type ItemNotesProps = {
  entry: PreviewEntry
  language: Language
  /** The choice on the page; null if nothing was chosen. */
  chosen: string[] | null
}

/**
 * The key, the point's name, why the key is right and each other option is wrong, the word to learn, and the result of
 * blind readings.
 */
export function ItemNotes({ entry: { item, pointName, reading }, language, chosen }: ItemNotesProps) {
  const lang = LANGUAGE_TAGS[language]
  return (
    <section className={styles.notes} aria-label="Key and notes">
      <p>
        {chosen && <span>{verdict(chosen, item.correct[0])} </span>}
        The key is <strong lang={lang}>{item.correct[0]}</strong>.
      </p>
      <dl>
        <div>
          <dt>Point</dt>
          <dd>
            {pointName} ({item.point})
          </dd>
        </div>
        {item.whyRight && (
          <div>
            <dt lang={lang}>{item.correct[0]}</dt>
            <dd>{item.whyRight}</dd>
          </div>
        )}
        {item.incorrect.map((option, place) => (
          <div key={option}>
            <dt lang={lang}>{option}</dt>
            <dd>
              {item.why[place] ?? 'There is no note on this option.'}
              {item.pair?.option === option && <span lang={lang}> {item.pair.sentence}</span>}
            </dd>
          </div>
        ))}
        {item.word && (
          <div>
            <dt>Word</dt>
            <dd lang={lang}>{item.word}</dd>
          </div>
        )}
        <div>
          <dt>Reading</dt>
          <dd>{reading}</dd>
        </div>
      </dl>
    </section>
  )
}
