import { useState } from 'react'
import type { Review, ReviewedItem } from '#contract/review.ts'
import { wordsToLearn } from '#quiz/advice.ts'
import type { Language } from '#quiz/languages.ts'
import { inLanguage } from '../language-tags.ts'
import { useTexts } from '../texts.tsx'
import { TextsPart } from '../texts-part.tsx'
import { Icon } from '../ui/icon.tsx'
import { keyOf, Picture, spokenOf } from './explained.tsx'
import { Listen } from './listen.tsx'
import { aroundGap, LocalizedText, Ruby, ShowsReadings, startsWithReadings, Worded } from './ruby.tsx'
import styles from './words.module.css'

type CardProps = { item: ReviewedItem; language: Language }

/** What the card teaches: the word in its dictionary form, or the key of a question that has changed since. */
function wordOf(item: ReviewedItem): string {
  return item.word || keyOf(item)
}

/** The back of the card: what the word means, how it is read, and where it stood. */
function Back({ item, language }: CardProps) {
  const [before, after] = item.kind === 'picture' ? [[], []] : aroundGap(item)
  return (
    <>
      {item.kind === 'picture' && <Picture image={item.image} />}
      {item.meaning && <span className={styles.meaning}>{item.meaning}</span>}
      {item.reading && <small {...inLanguage(language)}>{item.reading}</small>}
      {item.kind === 'sentence' && (
        <span className={styles.sentence} {...inLanguage(language)}>
          <Ruby parts={before} />
          <b>
            <Worded text={keyOf(item)} item={item} />
          </b>
          <Ruby parts={after} />
        </span>
      )}
      {item.translation && (
        <span className={styles.translation}>
          <LocalizedText text={item.translation} />
        </span>
      )}
    </>
  )
}

/**
 * A card that flips when pressed. Both sides take the same space, so that nothing moves. Listen says the word on its
 * front and the sentence on its back.
 */
function WordCard({ item, language }: CardProps) {
  const [isTurned, setIsTurned] = useState(false)
  return (
    <div className={`${styles.card} ${isTurned ? styles.turned : ''}`}>
      <button type="button" className={styles.flip} aria-pressed={isTurned} onClick={() => setIsTurned(!isTurned)}>
        <Icon name="turn" />
        <span className={styles.front}>
          <b {...inLanguage(language)}>{wordOf(item)}</b>
          {item.reading && <small {...inLanguage(language)}>{item.reading}</small>}
        </span>
        <span className={styles.back} aria-hidden={!isTurned}>
          <Back item={item} language={language} />
        </span>
      </button>
      <Listen text={isTurned ? spokenOf(item) : wordOf(item)} language={language} />
    </div>
  )
}

/** The words to learn first, as cards; nothing if none was missed. */
export function Words({ review }: { review: Review }) {
  const { language, items } = review
  const t = useTexts()
  // As it was when the card came: readings that are switched on below must not move what stands there.
  const [isRead] = useState(() => startsWithReadings(review))
  const words = wordsToLearn(items, (item) => item.is_correct)
  if (words.length === 0) return null
  const isBeginner = items.every(({ is_correct: isCorrect }) => !isCorrect)
  return (
    <section className="card" id="words">
      <h2>{t('review.wordsTitle')}</h2>
      <p className={styles.lead}>{t(isBeginner ? 'review.wordsFirst' : 'review.wordsLead')}</p>
      <TextsPart part="pictures">
        <ShowsReadings value={isRead}>
          <ul className={styles.words}>
            {words.map((item) => (
              <li key={item.position}>
                <WordCard item={item} language={language} />
              </li>
            ))}
          </ul>
        </ShowsReadings>
      </TextsPart>
    </section>
  )
}
