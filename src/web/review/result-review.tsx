import { useEffect, useState } from 'react'
import { type LinkPlace, linkTo } from '#contract/deep-links.ts'
import type { CardSet } from '#contract/recommendations.ts'
import type { getReview, Review } from '#contract/review.ts'
import { urls } from '#contract/urls.ts'
import type { Language } from '#quiz/languages.ts'
import { LEVELS, type Level } from '#quiz/levels.ts'
import { call } from '../browser/api-client.ts'
import { inLanguage } from '../language-tags.ts'
import { recommendVocabulary } from '../result/recommend-vocabulary.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import { Answers } from './answers.tsx'
import { Measured, Sureness } from './estimate.tsx'
import styles from './review.module.css'

/** The review of an own finished assessment: null while it loads, 'failed' when it could not be loaded. */
function useReview(assessmentId: string): [review: Review | 'failed' | null, load: () => void] {
  const [review, setReview] = useState<Review | 'failed' | null>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    let isCurrent = true
    setReview(null)
    void call<typeof getReview>('GET', urls.review(assessmentId)).then((outcome) => {
      if (isCurrent) setReview(outcome.ok ? outcome.data : 'failed')
    })
    return () => {
      isCurrent = false
    }
  }, [assessmentId, tries])
  return [review, () => setTries((count) => count + 1)]
}

/** What people at a level can do: our own words in the spirit of the CEFR's self-assessment grid, for reading, since that is measured. */
function CanDo({ level }: { level: Level }) {
  const t = useTexts()
  return (
    <section>
      <h2 className={styles.heading}>{t('review.canDoTitle', { level })}</h2>
      <ul className={styles.statements}>
        <li>{t(`review.canDo.${level}.first`)}</li>
        <li>{t(`review.canDo.${level}.second`)}</li>
      </ul>
    </section>
  )
}

/** The words of the vocabulary questions that were missed, and inside the app sets of the lowest level that has one. */
function Words({ review: { language, items }, links }: { review: Review; links: LinkPlace | null }) {
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

export type ResultReviewProps = {
  assessmentId: string
  /** Where links to vocabulary sets lead; null where none are shown. */
  links: LinkPlace | null
}

/** What stands under a level, for its owner alone: how sure it is, what it means, and the questions behind it. */
export function ResultReview({ assessmentId, links }: ResultReviewProps) {
  const t = useTexts()
  const [review, load] = useReview(assessmentId)
  if (review === null)
    return (
      <p role="status" className={styles.loading}>
        {t('review.loading')}
      </p>
    )
  if (review === 'failed')
    return (
      <div role="alert" className={styles.failed}>
        <p>{t('review.failed')}</p>
        <Button look="plain" onClick={load}>
          {t('review.again')}
        </Button>
      </div>
    )
  return (
    <div className={styles.review}>
      <Sureness review={review} />
      <CanDo level={review.level} />
      <Measured review={review} />
      <Words review={review} links={links} />
      <Answers review={review} />
    </div>
  )
}
