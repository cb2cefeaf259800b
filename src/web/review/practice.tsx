import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { ReviewedItem } from '#contract/review.ts'
import type { Language } from '#quiz/languages.ts'
import { shuffle } from '#quiz/random.ts'
import { inLanguage } from '../language-tags.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { keyOf, Picture, Reasons, spokenOf } from './explained.tsx'
import { Listen } from './listen.tsx'
import styles from './practice.module.css'
import review from './review.module.css'
import { aroundGap, LocalizedText, Ruby, Worded } from './ruby.tsx'

/** Whether a question can be asked again: its options are known unless it has changed since. */
export function isAskable({ reasons }: ReviewedItem): boolean {
  return reasons.length > 0
}

type PracticeQuestion = { item: ReviewedItem; options: string[] }

const questionsFor = (items: readonly ReviewedItem[]): PracticeQuestion[] =>
  items.map((item) => ({
    item,
    options: shuffle([keyOf(item), ...item.reasons.map(({ option }) => option)], Math.random),
  }))

/** The sentence with a gap as wide as the longest option, so filling it moves nothing. */
function Stem({ id, question: { item, options }, isSolved, language }: StemProps) {
  const t = useTexts()
  if (item.kind === 'picture')
    return (
      <div id={id} className={styles.stem}>
        <Picture image={item.image} />
      </div>
    )
  const [before, after] = aroundGap(item)
  return (
    <p id={id} className={styles.stem} {...inLanguage(language)}>
      <Ruby parts={before} />
      {!isSolved && (
        <span className="visually-hidden" lang={t.locale} translate="yes">
          {` (${t('test.blank')}) `}
        </span>
      )}
      <span className={`${styles.gap} ${isSolved ? styles.filled : ''}`}>
        {options.map((option) => {
          const isShown = isSolved && option === keyOf(item)
          return (
            <span key={option} className={isShown ? styles.shown : ''} aria-hidden={!isShown}>
              <Worded text={option} item={item} />
            </span>
          )
        })}
      </span>
      {/* What follows the gap without a space stays next to it. */}
      <span>{'\u2060'}</span>
      <Ruby parts={after} />
    </p>
  )
}

type StemProps = { id: string; question: PracticeQuestion; isSolved: boolean; language: Language }

type QuestionProps = {
  question: PracticeQuestion
  language: Language
  /** The question count, as a heading. */
  heading: string
  onNext: (isRight: boolean) => void
  nextLabel: string
}

/** One question. Pressing an option answers it and immediately shows the reason. */
function Question({ question, language, heading, onNext, nextLabel }: QuestionProps) {
  const t = useTexts()
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const verdict = useRef<HTMLDivElement>(null)
  /** '' is "I don't know". */
  const [picked, setPicked] = useState<string | null>(null)
  const { item, options } = question
  const isSolved = picked !== null
  const isRight = picked === keyOf(item)
  useEffect(() => {
    title.current?.focus({ preventScroll: true })
    title.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  useEffect(() => {
    if (!isSolved) return
    verdict.current?.focus({ preventScroll: true })
    verdict.current?.scrollIntoView({ block: 'nearest' })
  }, [isSolved])
  const lookOf = (option: string) => {
    if (!isSolved) return ''
    if (option === keyOf(item)) return styles.key
    return option === picked ? styles.miss : styles.spent
  }
  const tile = (option: string, label: ReactNode, look: string | undefined) => (
    <button
      key={option}
      dir={option === '' ? undefined : inLanguage(language).dir}
      type="button"
      className={`${styles.option} ${look}`}
      aria-disabled={isSolved}
      onClick={() => !isSolved && setPicked(option)}
    >
      {label}
    </button>
  )
  return (
    <>
      <header className={styles.head}>
        <h3 ref={title} tabIndex={-1} className={styles.title}>
          {heading}
        </h3>
        {isSolved && <Listen text={spokenOf(item)} language={language} />}
      </header>
      <Stem id={id} question={question} isSolved={isSolved} language={language} />
      {/* biome-ignore lint/a11y/useSemanticElements: these are buttons, not form fields */}
      <div role="group" aria-labelledby={id} className={styles.options}>
        {options.map((option) =>
          tile(
            option,
            <span {...inLanguage(language)}>
              <Worded text={option} item={item} />
            </span>,
            lookOf(option),
          ),
        )}
        {tile('', t('review.unknown'), `${styles.unknown} ${isSolved ? styles.spent : ''}`)}
      </div>
      {isSolved && (
        <div ref={verdict} tabIndex={-1} className={styles.verdict}>
          <p className={isRight ? styles.isRight : styles.isMissed}>
            <Icon name={isRight ? 'check' : 'close'} /> <span>{t(isRight ? 'practice.right' : 'practice.wrong')}</span>
            {!isRight && (
              <span className="visually-hidden">
                <span>{` ${t('review.rightAnswer')}: `}</span>
                <span {...inLanguage(language)}>{keyOf(item)}</span>
              </span>
            )}
          </p>
          <Reasons item={item} language={language} picked={isRight ? undefined : picked} />
          <Button look="tonal" onClick={() => onNext(isRight)}>
            {nextLabel}
          </Button>
        </div>
      )}
    </>
  )
}

function Points({ title, items }: { title: string; items: readonly ReviewedItem[] }) {
  const points = [...new Map(items.map(({ point }) => [point.text, point])).values()]
  if (points.length === 0) return null
  return (
    <>
      <p className={styles.label}>{title}</p>
      <ul className={styles.points}>
        {points.map((point) => (
          <li key={point.text}>
            <LocalizedText text={point} />
          </li>
        ))}
      </ul>
    </>
  )
}

type EndProps = { right: readonly ReviewedItem[]; missed: readonly ReviewedItem[]; onAgain: () => void }

/** Questions mastered, and questions worth another look. */
function End({ right, missed, onAgain }: EndProps) {
  const t = useTexts()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <>
      <h3 ref={title} tabIndex={-1} className={styles.title}>
        {t('practice.done', { right: right.length, asked: right.length + missed.length })}
      </h3>
      <Points title={t('practice.mastered')} items={right} />
      <Points title={t('practice.open')} items={missed} />
      {missed.length > 0 && (
        <Button look="tonal" onClick={onAgain}>
          {t('practice.again')}
        </Button>
      )}
    </>
  )
}

type PracticeProps = { items: readonly ReviewedItem[]; language: Language; onLeave: () => void }

/** Repeats the missed questions, just for the reader: nothing is stored, sent, or counted. */
export function Practice({ items, language, onLeave }: PracticeProps) {
  const t = useTexts()
  const [{ round, questions }, setRound] = useState(() => ({ round: 1, questions: questionsFor(items) }))
  const [outcomes, setOutcomes] = useState<readonly boolean[]>([])
  const now = questions[outcomes.length]
  const answered = questions.slice(0, outcomes.length).map(({ item }) => item)
  const right = answered.filter((_, index) => outcomes[index])
  const missed = answered.filter((_, index) => !outcomes[index])
  return (
    <section className={styles.practice} aria-label={t('practice.start')}>
      {now ? (
        <Question
          key={`${round} ${now.item.position}`}
          question={now}
          language={language}
          heading={t('practice.position', { position: outcomes.length + 1, asked: questions.length })}
          onNext={(isRight) => setOutcomes([...outcomes, isRight])}
          nextLabel={t(outcomes.length + 1 < questions.length ? 'practice.next' : 'practice.finish')}
        />
      ) : (
        <End
          right={right}
          missed={missed}
          onAgain={() => {
            setRound({ round: round + 1, questions: questionsFor(missed) })
            setOutcomes([])
          }}
        />
      )}
      <p className={review.soft}>{t('practice.lead')}</p>
      <button type="button" className="link" onClick={onLeave}>
        {t('practice.leave')}
      </button>
    </section>
  )
}
