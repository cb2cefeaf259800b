import { useEffect, useState } from 'react'
import { type LinkPlace, linkTo } from '#contract/deep-links.ts'
import type { CardSet } from '#contract/recommendations.ts'
import type { Review } from '#contract/review.ts'
import type { Language } from '#quiz/languages.ts'
import { LEVELS, type Level } from '#quiz/levels.ts'
import { inLanguage } from '../language-tags.ts'
import { recommendVocabulary } from '../result/recommend-vocabulary.ts'
import { useTexts } from '../texts.tsx'
import styles from './review.module.css'

/** The words of the vocabulary questions that were missed, and inside the app sets of the lowest level that has one. */
export function Words({ review: { language, items }, links }: { review: Review; links: LinkPlace | null }) {
  const t = useTexts()
  const missed = items.filter(({ area, is_correct: isCorrect }) => area === 'vocabulary' && !isCorrect)
  const lowest = LEVELS.find((level) => missed.some((item) => item.level === level))
  if (!lowest) return null
  return (
    <section>
      <h2 className={styles.heading}>{t('review.wordsTitle')}</h2>
      <p>{t('review.wordsLead')}</p>
      <ul className={styles.words} {...inLanguage(language)}>
        {missed.map(({ position, correct }) => (
          <li key={position}>{correct.join(', ')}</li>
        ))}
      </ul>
      {links?.isMobileApp && <Sets language={language} level={lowest} links={links} />}
    </section>
  )
}

function Sets({ language, level, links }: { language: Language; level: Level; links: LinkPlace }) {
  const t = useTexts()
  const [sets, setSets] = useState<CardSet[]>([])
  useEffect(() => {
    let isCurrent = true
    void recommendVocabulary(language, level, t.locale).then((found) => {
      if (isCurrent) setSets(found.map(({ set }) => set))
    })
    return () => {
      isCurrent = false
    }
  }, [language, level, t])
  if (sets.length === 0) return null
  return (
    <>
      <p>{t('review.sets', { level })}</p>
      <ul className={styles.sets}>
        {sets.map(({ card_set_id: id, title }) => (
          <li key={id}>
            <a href={linkTo(links, { to: 'vocabularySet', id })} {...inLanguage(language)}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
