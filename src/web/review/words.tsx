import { useState } from 'react'
import type { Review, ReviewedItem } from '#contract/review.ts'
import { urls } from '#contract/urls.ts'
import { wordsToLearn } from '#quiz/advice.ts'
import type { Language } from '#quiz/languages.ts'
import { inLanguage } from '../language-tags.ts'
import { type TextKey, useTexts } from '../texts.tsx'
import { TextsPart } from '../texts-part.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './words.module.css'

/** The back of the card: the meaning, with the picture or the word's sentence. */
function Back({ item, language }: { item: ReviewedItem; language: Language }) {
  const t = useTexts()
  if (item.kind === 'picture')
    return (
      <>
        <img
          src={urls.picture(item.image)}
          srcSet={`${urls.pictureTwice(item.image)} 2x`}
          alt={t(`picture.${item.image}` as TextKey)}
          width="98"
          height="72"
        />
        {item.meaning && <span className={styles.meaning}>{item.meaning}</span>}
      </>
    )
  const [before, after] = item.question.split('____')
  return (
    <>
      {item.meaning && <span className={styles.meaning}>{item.meaning}</span>}
      <span className={styles.sentence} {...inLanguage(language)}>
        {before}
        <b>{item.correct.join(', ')}</b>
        {after}
      </span>
    </>
  )
}

/** A card that flips when pressed. Both sides take the same space, so that nothing moves. */
function WordCard({ item, language }: { item: ReviewedItem; language: Language }) {
  const [isTurned, setIsTurned] = useState(false)
  return (
    <button
      type="button"
      className={`${styles.card} ${isTurned ? styles.turned : ''}`}
      aria-pressed={isTurned}
      onClick={() => setIsTurned(!isTurned)}
    >
      <Icon name="turn" />
      <span className={styles.front}>
        <b {...inLanguage(language)}>{item.correct.join(', ')}</b>
        {item.reading && <small {...inLanguage(language)}>{item.reading}</small>}
      </span>
      <span className={styles.back} aria-hidden={!isTurned}>
        <Back item={item} language={language} />
      </span>
    </button>
  )
}

/** The words to learn first, as cards; nothing if none was missed. */
export function Words({ review: { language, items } }: { review: Review }) {
  const t = useTexts()
  const words = wordsToLearn(items, (item) => item.is_correct)
  if (words.length === 0) return null
  const isBeginner = items.every(({ is_correct: isCorrect }) => !isCorrect)
  return (
    <section className="card" id="words">
      <h2>{t('review.wordsTitle')}</h2>
      <p className={styles.lead}>{t(isBeginner ? 'review.wordsFirst' : 'review.wordsLead')}</p>
      <TextsPart part="pictures">
        <ul className={styles.words}>
          {words.map((item) => (
            <li key={item.position}>
              <WordCard item={item} language={language} />
            </li>
          ))}
        </ul>
      </TextsPart>
    </section>
  )
}
