import { useDeferredValue, useState } from 'react'
import { directionOf } from '#contract/locales.ts'
import type { LocalText, Review, ReviewedItem } from '#contract/review.ts'
import { urls } from '#contract/urls.ts'
import type { Language } from '#quiz/languages.ts'
import { ROUND_SIZE } from '#quiz/test-plan.ts'
import { inLanguage } from '../language-tags.ts'
import { type TextKey, useTexts } from '../texts.tsx'
import { TextsPart } from '../texts-part.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './answers.module.css'
import { FlagItem } from './flag-form.tsx'
import review from './review.module.css'

type Reason = ReviewedItem['reasons'][number]

type Outcome = 'isRight' | 'isWrong' | 'isUnknown'

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

type ReviewedQuestionProps = { attemptId: string; language: Language; item: ReviewedItem }

/** One question after the test: the given answer, the key, and why the other options are wrong. */
function ReviewedQuestion({ attemptId, language, item }: ReviewedQuestionProps) {
  const t = useTexts()
  const outcome = outcomeOf(item)
  const [chosen, ...otherReasons] = item.reasons
  const isExplained = outcome === 'isWrong' && chosen !== undefined
  const name = t('review.question', { position: item.position, outcome: t(`review.${outcome}`) })
  const details = (
    <>
      <header className={styles.head}>
        <p>
          <strong className={styles[outcome]}>{item.position}</strong>{' '}
          <span className={review.soft}>{t(`review.${outcome}`)}</span>
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
            <dd {...inLanguage(language)}>
              {item.correct.join(', ')}
              {item.reading && ` (${item.reading})`}
            </dd>
          </div>
        )}
        <div>
          <dt>{t('review.about')}</dt>
          <dd>
            <LocalizedText text={item.point} />{' '}
            <span className={review.soft}>
              {t(`review.${item.area}`)}, {item.level}
            </span>
          </dd>
        </div>
      </dl>
      {isExplained && (
        <p className={styles.why}>
          {chosen.why ? (
            <LocalizedText text={chosen.why} />
          ) : (
            t('review.means', { option: chosen.option, meaning: chosen.meaning })
          )}
        </p>
      )}
      {item.reasons.length > 0 && <Others reasons={isExplained ? otherReasons : item.reasons} language={language} />}
      <FlagItem attemptId={attemptId} item={item} />
    </>
  )
  if (outcome !== 'isRight')
    return (
      <article className={styles.missed} aria-label={name}>
        {details}
      </article>
    )
  return (
    <article className={styles.right} aria-label={name}>
      <details>
        <summary>
          <span>{item.position}</span>
          <span className={styles.gist} {...inLanguage(language)}>
            {item.kind === 'picture' ? item.correct.join(', ') : item.question.replace('____', item.correct.join(', '))}
          </span>
          <Icon name="down" />
        </summary>
        <div className={styles.open}>{details}</div>
      </details>
    </article>
  )
}

/** A text that is in English where no translation exists. */
function LocalizedText({ text: { lang, text } }: { text: LocalText }) {
  return (
    <span lang={lang} dir={directionOf(lang)}>
      {text}
    </span>
  )
}

function Others({ reasons, language }: { reasons: readonly Reason[]; language: Language }) {
  const t = useTexts()
  return (
    <details className={styles.others}>
      <summary>{t('review.others')}</summary>
      <ul>
        {reasons.map(({ option, meaning, why }) => (
          <li key={option}>
            <strong {...inLanguage(language)}>{option}</strong> {why ? <LocalizedText text={why} /> : meaning}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The rounds at a glance, with their levels; the questions below say the same in words. */
function Rounds({ items }: { items: readonly ReviewedItem[] }) {
  const rounds = Map.groupBy(items, ({ position }) => Math.ceil(position / ROUND_SIZE))
  return (
    <ol className={styles.rounds} aria-hidden="true">
      {[...rounds].map(([round, asked]) => (
        <li key={round} data-level={asked[0]?.level}>
          <b>{asked[0]?.level}</b>
          {asked.map((item) => (
            <span key={item.position} className={item.is_correct ? '' : styles.miss}>
              {item.is_correct ? <Icon name="check" /> : item.position}
            </span>
          ))}
        </li>
      ))}
    </ol>
  )
}

/**
 * All questions with the given answers and the keys, initially collapsed: the missed ones open, the others one line
 * each.
 */
export function Answers({ review: { assessment_id: attemptId, language, items } }: { review: Review }) {
  const t = useTexts()
  const [isMissedOnly, setIsMissedOnly] = useState(false)
  // Drawn after the rest: it is collapsed, and drawing it takes a phone long.
  const isDrawn = useDeferredValue(true, false)
  const right = items.filter(({ is_correct: isCorrect }) => isCorrect).length
  const shown = isMissedOnly ? items.filter(({ is_correct: isCorrect }) => !isCorrect) : items
  return (
    <details className={`${review.fold} ${styles.answers}`}>
      <summary>
        <h2>{t('review.title')}</h2>
        <Icon name="down" />
      </summary>
      <p className={review.soft}>{t('review.lead', { right, asked: items.length })}</p>
      <Rounds items={items} />
      {right > 0 && right < items.length && (
        <label className={styles.filter}>
          <input type="checkbox" checked={isMissedOnly} onChange={(event) => setIsMissedOnly(event.target.checked)} />
          {t('review.onlyMissed')}
        </label>
      )}
      <TextsPart part="pictures">
        {isDrawn && (
          <ol className={styles.list}>
            {shown.map((item) => (
              <li key={item.position}>
                <ReviewedQuestion attemptId={attemptId} language={language} item={item} />
              </li>
            ))}
          </ol>
        )}
      </TextsPart>
    </details>
  )
}
