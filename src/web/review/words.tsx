import { useState } from 'react'
import type { Review, ReviewedItem } from '#contract/review.ts'
import { wordsToLearn } from '#quiz/advice.ts'
import type { Language } from '#quiz/languages.ts'
import { inLanguage } from '../language-tags.ts'
import { useTexts } from '../texts.tsx'
import { TextsPart } from '../texts-part.tsx'
import { Icon } from '../ui/icon.tsx'
import { keyOf, Picture } from './explained.tsx'
import { Listen } from './listen.tsx'
import { aroundGap, Ruby, ShowsReadings, startsWithReadings, Worded } from './ruby.tsx'
import styles from './words.module.css'

type CardProps = { item: ReviewedItem; language: Language; place: string }

/** The word that the card teaches: the dictionary form, or the key of a question that has changed since. */
function wordOf(item: ReviewedItem): string {
  return item.word || keyOf(item)
}

/** The back of the card: the word's meaning, or its sentence if there is no meaning. */
function Back({ item, language }: Omit<CardProps, 'place'>) {
  if (item.kind === 'picture')
    return (
      <>
        <Picture image={item.image} />
        <span className={styles.meaning}>{item.meaning}</span>
      </>
    )
  if (item.meaning) return <span className={styles.meaning}>{item.meaning}</span>
  const [before, after] = aroundGap(item)
  return (
    <span className={styles.sentence} {...inLanguage(language)}>
      <Ruby parts={before} />
      <b>
        <Worded text={keyOf(item)} item={item} />
      </b>
      <Ruby parts={after} />
    </span>
  )
}

/** A card that flips when pressed. Both sides take the same space, so nothing moves. */
function WordCard({ item, language, place }: CardProps) {
  const [isTurned, setIsTurned] = useState(false)
  return (
    <div className={`${styles.card} ${isTurned ? styles.turned : ''}`}>
      <button type="button" className={styles.flip} aria-pressed={isTurned} onClick={() => setIsTurned(!isTurned)}>
        <small className={styles.place}>{place}</small>
        <Icon name="turn" />
        <span className={styles.front}>
          <b {...inLanguage(language)}>{wordOf(item)}</b>
          {item.reading && <small {...inLanguage(language)}>{item.reading}</small>}
        </span>
        <span className={styles.back} aria-hidden={!isTurned}>
          <Back item={item} language={language} />
        </span>
      </button>
      <Listen text={wordOf(item)} language={language} />
    </div>
  )
}

/** The words to learn first, as a deck to swipe through; nothing if none was missed. */
export function Words({ review }: { review: Review }) {
  const { language, items } = review
  const t = useTexts()
  // As of when the cards arrived: switching readings on above must not move the card's content.
  const [isRead] = useState(() => startsWithReadings(review))
  const words = wordsToLearn(items, (item) => item.is_correct)
  const count = words.length
  if (count === 0) return null
  const isBeginner = items.every(({ is_correct: isCorrect }) => !isCorrect)
  return (
    <section className="card">
      <h2>{t('review.wordsTitle', { count })}</h2>
      <p className={styles.lead}>{t(isBeginner ? 'review.wordsFirst' : 'review.wordsLead', { count })}</p>
      <TextsPart part="pictures">
        <ShowsReadings value={isRead}>
          <ul className={styles.words}>
            {words.map((item, index) => (
              <li key={item.position}>
                <WordCard
                  item={item}
                  language={language}
                  place={t('practice.position', { position: index + 1, asked: count })}
                />
              </li>
            ))}
          </ul>
        </ShowsReadings>
      </TextsPart>
    </section>
  )
}
