import { useState } from 'react'
import type { Review, ReviewedItem } from '#contract/review.ts'
import { urls } from '#contract/urls.ts'
import type { Language } from '#quiz/languages.ts'
import { inLanguage } from '../language-tags.ts'
import { type TextKey, useTexts } from '../texts.tsx'
import { TextsPart } from '../texts-part.tsx'
import styles from './answers.module.css'
import { ReportedItem } from './item-report.tsx'
import review from './review.module.css'

type Outcome = 'isRight' | 'isWrong' | 'isUnknown'

const MARKS: Record<Outcome, string> = {
  isRight: 'M5 12.5l4.5 4.5L19 7.5',
  isWrong: 'M7 7l10 10M17 7L7 17',
  isUnknown: 'M9 9.2a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 2M12 17.5v.01',
}

function outcomeOf({ is_correct: isCorrect, choice }: ReviewedItem): Outcome {
  if (isCorrect) return 'isRight'
  return choice.length === 0 ? 'isUnknown' : 'isWrong'
}

/** The sentence with the key in its blank, or the picture. */
function SolvedStem({
  item: { kind, question, image, correct },
  language,
}: {
  item: ReviewedItem
  language: Language
}) {
  const t = useTexts()
  if (kind === 'picture')
    return (
      <img
        className={styles.picture}
        src={urls.picture(image)}
        srcSet={`${urls.pictureTwice(image)} 2x`}
        alt={t(`picture.${image}` as TextKey)}
        width="98"
        height="72"
        loading="lazy"
      />
    )
  const [before, after] = question.split('____')
  return (
    <p className={styles.sentence} {...inLanguage(language)}>
      {before}
      <strong>{correct.join(', ')}</strong>
      {after}
    </p>
  )
}

type ReviewedQuestionProps = { assessmentId: string; language: Language; item: ReviewedItem }

/** One question after the test: the given answer, the key, and why the other options are wrong. */
function ReviewedQuestion({ assessmentId, language, item }: ReviewedQuestionProps) {
  const t = useTexts()
  const outcome = outcomeOf(item)
  const [chosen, others] = [item.reasons.slice(0, 1), item.reasons.slice(1)]
  const isExplained = outcome === 'isWrong' && chosen.length > 0
  return (
    <article
      className={styles.question}
      aria-label={t('review.question', { position: item.position, outcome: t(`review.${outcome}`) })}
    >
      <header className={styles.head}>
        <svg className={`${styles.mark} ${styles[outcome]}`} viewBox="0 0 24 24" aria-hidden="true">
          <path d={MARKS[outcome]} />
        </svg>
        <p>
          <strong>{item.position}</strong> <span className={review.soft}>{t(`review.${outcome}`)}</span>
        </p>
        {item.elapsed_ms !== null && (
          <p className={review.soft}>
            {t('review.time', { seconds: Math.max(1, Math.round(item.elapsed_ms / 1000)) })}
          </p>
        )}
      </header>
      <SolvedStem item={item} language={language} />
      <dl className={styles.facts}>
        <div>
          <dt>{t('review.yourAnswer')}</dt>
          {item.choice.length === 0 ? (
            <dd>{t('review.unknown')}</dd>
          ) : (
            <dd {...inLanguage(language)}>{item.choice.join(', ')}</dd>
          )}
        </div>
        {outcome !== 'isRight' && (
          <div>
            <dt>{t('review.rightAnswer')}</dt>
            <dd {...inLanguage(language)}>{item.correct.join(', ')}</dd>
          </div>
        )}
        <div>
          <dt>{t('review.about')}</dt>
          <dd>
            <span lang="en" dir="ltr">
              {item.point}
            </span>{' '}
            <span className={review.soft}>
              {t(`review.${item.area}`)}, {item.level}
            </span>
          </dd>
        </div>
      </dl>
      {isExplained && (
        <p className={styles.why} lang="en" dir="ltr">
          {chosen[0]?.why}
        </p>
      )}
      {item.reasons.length > 0 && <Others reasons={isExplained ? others : item.reasons} language={language} />}
      <ReportedItem assessmentId={assessmentId} item={item} />
    </article>
  )
}

function Others({ reasons, language }: { reasons: ReviewedItem['reasons']; language: Language }) {
  const t = useTexts()
  return (
    <details className={styles.others}>
      <summary>{t('review.others')}</summary>
      <ul>
        {reasons.map(({ option, why }) => (
          <li key={option}>
            <strong {...inLanguage(language)}>{option}</strong>{' '}
            <span lang="en" dir="ltr">
              {why}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** All questions with the given answers and the keys, collapsed at first. */
export function Answers({ review: { assessment_id: assessmentId, language, items } }: { review: Review }) {
  const t = useTexts()
  const [isMissedOnly, setIsMissedOnly] = useState(false)
  const right = items.filter(({ is_correct: isCorrect }) => isCorrect).length
  const shown = isMissedOnly ? items.filter(({ is_correct: isCorrect }) => !isCorrect) : items
  return (
    <details className={styles.answers}>
      <summary>{t('review.title')}</summary>
      <p className={review.soft}>{t('review.lead', { right, asked: items.length })}</p>
      {right > 0 && right < items.length && (
        <label className={styles.filter}>
          <input type="checkbox" checked={isMissedOnly} onChange={(event) => setIsMissedOnly(event.target.checked)} />
          {t('review.onlyMissed')}
        </label>
      )}
      <TextsPart part="pictures">
        <ol className={styles.list}>
          {shown.map((item) => (
            <li key={item.position}>
              <ReviewedQuestion assessmentId={assessmentId} language={language} item={item} />
            </li>
          ))}
        </ol>
      </TextsPart>
    </details>
  )
}
