import { LANGUAGE_TAGS } from '#quiz/languages.ts'
import { ScreenHeading } from '#web/ui/screen-heading.tsx'
import type { Disagreement, Score } from '../score.ts'
import judging from './judging.module.css'
import type { BlindPage } from './page-data.ts'
import styles from './reading-page.module.css'
import { type ReaderWords, withNumbers } from './words.ts'

type EntryProps = { disagreement: Disagreement; lang: string; words: ReaderWords; isShared: boolean }

function DisagreementEntry({ disagreement, lang, words, isShared }: EntryProps) {
  const { item, itemLevel, question, image, key, answer, defensible, note, level } = disagreement
  return (
    <li>
      <p className={styles.place}>
        {!isShared && `Item ${item}, `}
        {itemLevel}
        {level && level !== itemLevel && ` (${words.yours}: ${level})`}
      </p>
      <p lang={question ? lang : undefined}>{question || `“${image}”`}</p>
      <p>
        {words.ours}: <strong lang={lang}>{key}</strong> · {words.yours}:{' '}
        {answer ? <strong lang={lang}>{[answer, ...defensible].join(' / ')}</strong> : words.none}
      </p>
      {note && <p className={styles.soft}>{note}</p>}
    </li>
  )
}

/** How what was read agrees with the keys and levels. */
export function BlindScore({ score, page, words }: { score: Score; page: BlindPage; words: ReaderWords }) {
  const { readings, confirmed, leveled, levelEqual, disagreements } = score
  const { language, reader, isShared } = page
  const figures = [
    { what: words.agreed, is: withNumbers(words.of, { part: confirmed, whole: readings }) },
    { what: words.levelAgreed, is: withNumbers(words.of, { part: levelEqual, whole: leveled }) },
  ]
  return (
    <main className={styles.screen}>
      <ScreenHeading>{words.thanks}</ScreenHeading>
      {isShared ? (
        <p>{words.thanksLead}</p>
      ) : (
        <p className={styles.soft}>
          {readings} {readings === 1 ? 'reading' : 'readings'} of {reader} in data/readings/{language}.jsonl
        </p>
      )}
      <dl className={judging.figures}>
        {figures.map(({ what, is }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{is}</dd>
          </div>
        ))}
      </dl>
      {disagreements.length > 0 && (
        <section>
          <h2 className={styles.title}>{words.otherwise}</h2>
          <ol className={judging.disagreements}>
            {disagreements.map((disagreement) => (
              <DisagreementEntry
                key={disagreement.item}
                disagreement={disagreement}
                lang={LANGUAGE_TAGS[language]}
                words={words}
                isShared={isShared}
              />
            ))}
          </ol>
        </section>
      )}
    </main>
  )
}
