import { type ReactNode, type SyntheticEvent, use, useState } from 'react'
import type { ReviewedItem } from '#contract/review.ts'
import type { Language } from '#quiz/languages.ts'
import { inLanguage } from '../language-tags.ts'
import { useTexts } from '../texts.tsx'
import { Icon } from '../ui/icon.tsx'
import { keyOf, Picture, Reasons, spokenOf } from './explained.tsx'
import { FlagItem } from './flag-form.tsx'
import { Listen } from './listen.tsx'
import styles from './question.module.css'
import review from './review.module.css'
import { aroundGap, LocalizedText, Note, Ruby, readingsOf, ShowsReadings, tailOf, Worded } from './ruby.tsx'

/** Matches the style sheets: from this width on, nothing is folded or shortened. */
export const isWide = () => matchMedia('(min-width: 60rem)').matches

type ItemProps = { item: ReviewedItem; language: Language }

type Outcome = 'isRight' | 'isWrong' | 'isUnknown'

function outcomeOf({ is_correct: isCorrect, choice }: ReviewedItem): Outcome {
  if (isCorrect) return 'isRight'
  return choice.length === 0 ? 'isUnknown' : 'isWrong'
}

/**
 * The sentence as a teacher would correct it: the picked option struck through, and the key in its place. Hidden text
 * repeats both, since screen readers ignore styling.
 */
function MendedSentence({ item, language, context }: ItemProps & { context?: number }) {
  const t = useTexts()
  const isRead = use(ShowsReadings) && readingsOf(item, keyOf(item)) !== undefined
  const [before, after] = item.kind === 'picture' ? [[], []] : aroundGap(item)
  const inWords = (key: 'review.yourAnswer' | 'review.rightAnswer') => (
    <span className={styles.inWords} lang={t.locale} translate="yes">
      {`${t(key)}: `}
    </span>
  )
  return (
    <span className={styles.sentence} {...inLanguage(language)}>
      <Ruby parts={context === undefined ? before : tailOf(before, context)} />
      {outcomeOf(item) === 'isWrong' && (
        <>
          <del>
            {inWords('review.yourAnswer')}
            <Worded text={item.choice.join(', ')} item={item} />
          </del>{' '}
        </>
      )}
      <ins>
        {!item.is_correct && inWords('review.rightAnswer')}
        <Worded text={keyOf(item)} item={item} />
      </ins>
      {item.kind === 'picture' && item.reading && !isRead && <small>{` ${item.reading}`}</small>}
      <Ruby parts={after} />
    </span>
  )
}

/** The options that were neither picked nor correct. */
function Others({ item, language }: ItemProps) {
  const t = useTexts()
  const others = item.reasons.filter(
    ({ option, why, meaning }) => !item.choice.includes(option) && (why?.text || meaning),
  )
  if (others.length === 0) return null
  return (
    <>
      <h3>{t('review.others')}</h3>
      <ul className={styles.others}>
        {others.map(({ option, meaning, why }) => (
          <li key={option}>
            <strong {...inLanguage(language)}>
              <Worded text={option} item={item} />
            </strong>{' '}
            {why?.text ? <Note text={why} item={item} language={language} /> : <span>{meaning}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}

type ReviewedQuestionProps = ItemProps & { attemptId: string }

/** The other options, a sentence where a wrong one would be right, the tested structure, and the flag. */
function More({ attemptId, item, language }: ReviewedQuestionProps) {
  const t = useTexts()
  return (
    <div className={styles.more}>
      <Others item={item} language={language} />
      {item.pair && (
        <>
          <h3>{t('review.pair', { option: item.pair.option })}</h3>
          <div className={styles.spoken}>
            <p {...inLanguage(language)}>
              <Worded text={item.pair.sentence} item={item} />
            </p>
            <Listen text={item.pair.sentence} language={language} />
          </div>
        </>
      )}
      <p className={review.soft}>
        {[
          <LocalizedText key="point" text={item.point} />,
          <span key="area">{`${t(`review.${item.area}`)}, ${item.level}`}</span>,
          item.elapsed_ms !== null && (
            <span key="time">{t('review.time', { seconds: Math.max(1, Math.round(item.elapsed_ms / 1000)) })}</span>
          ),
        ]
          .filter(Boolean)
          .flatMap((fact, index): ReactNode[] => (index === 0 ? [fact] : [' · ', fact]))}
      </p>
      <FlagItem attemptId={attemptId} item={item} />
    </div>
  )
}

/** Characters that fit on two lines, on a phone and on a wide screen. */
const ROOM = { narrow: 46, wide: 110 }
/** A Chinese or Japanese character is as wide as two Latin ones. */
const WIDTHS: Partial<Record<Language, number>> = { chinese: 2, japanese: 2, korean: 1.7 }
/** Even a long answer keeps a word before it. */
const MIN_CONTEXT = 6

/** How many characters before the gap fit, so the key always shows. */
function contextOf(item: ReviewedItem, language: Language, room: number): number {
  const answers = keyOf(item).length + (item.is_correct ? 0 : item.choice.join(', ').length)
  return Math.max(MIN_CONTEXT, Math.floor(room / (WIDTHS[language] ?? 1)) - answers)
}

/** A question in one or two lines; expanded, the full question with its reasons. */
export function Question({ attemptId, item, language }: ReviewedQuestionProps) {
  const t = useTexts()
  const [isDrawn, setIsDrawn] = useState(false)
  const [room] = useState(() => ROOM[isWide() ? 'wide' : 'narrow'])
  const outcome = outcomeOf(item)
  return (
    <article
      className={styles.question}
      data-missed={!item.is_correct}
      aria-label={t('review.question', { position: item.position, outcome: t(`review.${outcome}`) })}
    >
      <details onToggle={(event: SyntheticEvent<HTMLDetailsElement>) => event.currentTarget.open && setIsDrawn(true)}>
        <summary>
          <span className={styles.position}>{item.position}</span>
          <span className={styles.gist} {...inLanguage(language)}>
            <MendedSentence item={item} language={language} context={contextOf(item, language, room)} />
          </span>
          <Icon name="down" />
        </summary>
        {isDrawn && (
          <div className={styles.open}>
            {item.kind === 'picture' && <Picture image={item.image} />}
            <div className={styles.spoken}>
              <p>
                <MendedSentence item={item} language={language} />
              </p>
              <Listen text={spokenOf(item)} language={language} />
            </div>
            {item.translation && (
              <p className={styles.translation}>
                <LocalizedText text={item.translation} />
              </p>
            )}
            <Reasons item={item} language={language} picked={item.choice[0]} />
            <More attemptId={attemptId} item={item} language={language} />
          </div>
        )}
      </details>
    </article>
  )
}
