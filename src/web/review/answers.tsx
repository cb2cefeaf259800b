import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import type { Review, ReviewedItem } from '#contract/review.ts'
import { ROUND_SIZE } from '#quiz/constants.ts'
import { useTexts } from '../texts.tsx'
import { TextsPart } from '../texts-part.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './answers.module.css'
import { isAskable, Practice } from './practice.tsx'
import { Question } from './question.tsx'
import { hasReadings, keepShowsReadings, ShowsReadings, startsWithReadings } from './ruby.tsx'

/** The rounds at a glance, with their levels; the questions below repeat this as text. */
function Rounds({ items }: { items: readonly ReviewedItem[] }) {
  const roundOf = ({ position }: ReviewedItem) => Math.ceil(position / ROUND_SIZE)
  const rounds = [...new Set(items.map(roundOf))].map(
    (round) => [round, items.filter((item) => roundOf(item) === round)] as const,
  )
  return (
    <ol className={styles.rounds} aria-hidden="true">
      {rounds.map(([round, asked]) => (
        <li key={round} data-level={asked[0]?.level}>
          <b>{asked[0]?.level}</b>
          <span>
            {asked.map((item) => (
              <i key={item.position} className={item.is_correct ? '' : styles.miss}>
                <Icon name={item.is_correct ? 'check' : 'close'} />
              </i>
            ))}
          </span>
        </li>
      ))}
    </ol>
  )
}

function ReadingsSwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const t = useTexts()
  return (
    <label className={styles.switch}>
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      <span>{t('review.readings')}</span>
    </label>
  )
}

type QuestionsProps = { review: Review; items: readonly ReviewedItem[] }

function Questions({ review: { assessment_id: attemptId, language }, items }: QuestionsProps) {
  return (
    <ol className={styles.questions}>
      {items.map((item) => (
        <li key={item.position}>
          <Question attemptId={attemptId} item={item} language={language} />
        </li>
      ))}
    </ol>
  )
}

/** The correct answers, folded and rendered only when opened. */
function GotRight({ review, items }: QuestionsProps) {
  const t = useTexts()
  const [isDrawn, setIsDrawn] = useState(false)
  return (
    <details
      className={styles.gotRight}
      onToggle={(event: SyntheticEvent<HTMLDetailsElement>) => event.currentTarget.open && setIsDrawn(true)}
    >
      <summary>
        <h3>{t('review.gotRight')}</h3> <Icon name="down" />
      </summary>
      {isDrawn && <Questions review={review} items={items} />}
    </details>
  )
}

/** All questions with the given answers and the keys: missed ones first, then the others, folded. */
export function Answers({ review }: { review: Review }) {
  const t = useTexts()
  const { language, items } = review
  const [isRead, setIsRead] = useState(() => startsWithReadings(review))
  const [isPractising, setIsPractising] = useState(false)
  const start = useRef<HTMLDivElement>(null)
  const wasPractising = useRef(false)
  useEffect(() => {
    // Return the focus to the button that started the practice.
    if (wasPractising.current && !isPractising) start.current?.querySelector('button')?.focus()
    wasPractising.current = isPractising
  }, [isPractising])
  const right = items.filter((item) => item.is_correct)
  const missed = items.filter((item) => !item.is_correct)
  const askable = missed.filter(isAskable)
  return (
    <section className={`card ${styles.answers}`}>
      <h2>{t('review.title', { right: right.length, asked: items.length })}</h2>
      <Rounds items={items} />
      {hasReadings(language) && (
        <ReadingsSwitch
          isOn={isRead}
          onChange={(isOn) => {
            keepShowsReadings(isOn)
            setIsRead(isOn)
          }}
        />
      )}
      <ShowsReadings value={isRead}>
        <TextsPart part="pictures">
          {isPractising ? (
            <Practice items={askable} language={language} onLeave={() => setIsPractising(false)} />
          ) : (
            <>
              {missed.length > 0 && <Questions review={review} items={missed} />}
              {askable.length > 0 && (
                <div ref={start} className={styles.practice}>
                  <Button look="tonal" onClick={() => setIsPractising(true)}>
                    {t('practice.start')}
                  </Button>
                </div>
              )}
              {right.length > 0 && <GotRight review={review} items={right} />}
            </>
          )}
        </TextsPart>
      </ShowsReadings>
    </section>
  )
}
