import { LANGUAGE_TAGS, type Language } from '#quiz/languages.ts'
import { ScreenHeading } from '#web/ui/screen-heading.tsx'
import type { Disagreement, Score } from '../score.ts'
import judging from './judging.module.css'
import styles from './reading-page.module.css'

function DisagreementEntry({ disagreement, lang }: { disagreement: Disagreement; lang: string }) {
  const { item, itemLevel, question, image, key, answer, defensible, note, level } = disagreement
  return (
    <li>
      <p className={styles.place}>
        Item {item}, {itemLevel}
        {level && `, read as ${level}`}
      </p>
      <p lang={question ? lang : undefined}>{question || `The picture “${image}”`}</p>
      <p>
        Key <strong lang={lang}>{key}</strong>, read{' '}
        {answer ? <strong lang={lang}>{answer}</strong> : 'none of the four'}
        {defensible.length > 0 && (
          <>
            , also defensible <strong lang={lang}>{defensible.join(' / ')}</strong>
          </>
        )}
      </p>
      {note && <p className={styles.soft}>{note}</p>}
    </li>
  )
}

/** What was recorded and how it agrees with the keys and levels. */
export function BlindScore({ score, language, reader }: { score: Score; language: Language; reader: string }) {
  const { readings, confirmed, leveled, levelEqual, levelNear, disagreements } = score
  return (
    <main className={styles.screen}>
      <ScreenHeading>Recorded. Thank you!</ScreenHeading>
      <p className={styles.soft}>
        {readings} {readings === 1 ? 'reading' : 'readings'} of {reader} in data/readings/{language}.jsonl
      </p>
      <dl className={judging.figures}>
        <div>
          <dt>Confirmed</dt>
          <dd>
            {confirmed} of {readings}
          </dd>
        </div>
        <div>
          <dt>Level equal</dt>
          <dd>
            {levelEqual} of {leveled}
          </dd>
        </div>
        <div>
          <dt>Level within one</dt>
          <dd>
            {levelNear} of {leveled}
          </dd>
        </div>
      </dl>
      {disagreements.length > 0 && (
        <section>
          <h2 className={styles.title}>Where you judged otherwise</h2>
          <ol className={judging.disagreements}>
            {disagreements.map((disagreement) => (
              <DisagreementEntry key={disagreement.item} disagreement={disagreement} lang={LANGUAGE_TAGS[language]} />
            ))}
          </ol>
        </section>
      )}
    </main>
  )
}
