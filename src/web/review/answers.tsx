import { startTransition, useEffect, useRef, useState } from 'react'
import type { Review, ReviewedItem } from '#contract/review.ts'
import { ROUND_SIZE } from '#quiz/test-plan.ts'
import { useTexts } from '../texts.tsx'
import { TextsPart } from '../texts-part.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './answers.module.css'
import { isAskable, Practice } from './practice.tsx'
import { MissedQuestion, RightQuestion } from './question.tsx'
import review from './review.module.css'
import { hasReadings, keepShowsReadings, ShowsReadings, startsWithReadings } from './ruby.tsx'

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

function ReadingsSwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const t = useTexts()
  return (
    <label className={styles.switch}>
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      <span>{t('review.readings')}</span>
    </label>
  )
}

type QuestionsProps = { review: Review; missed: readonly ReviewedItem[]; right: readonly ReviewedItem[] }

function Questions({ review: { assessment_id: attemptId, language }, missed, right }: QuestionsProps) {
  const t = useTexts()
  return (
    <>
      {missed.length > 0 && (
        <>
          <h3>{t('review.missed')}</h3>
          <ol className={styles.missed}>
            {missed.map((item) => (
              <li key={item.position}>
                <MissedQuestion attemptId={attemptId} item={item} language={language} />
              </li>
            ))}
          </ol>
        </>
      )}
      {right.length > 0 && (
        <>
          <h3>{t('review.gotRight')}</h3>
          <ol className={styles.right}>
            {right.map((item) => (
              <li key={item.position}>
                <RightQuestion attemptId={attemptId} item={item} language={language} />
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  )
}

/** By then a page has loaded on a slow phone. */
const SETTLED_MS = 10_000

/**
 * All questions with the given answers and the keys, initially collapsed: first what was missed, then the others, one
 * line each.
 */
export function Answers({ review: data }: { review: Review }) {
  const t = useTexts()
  const { language, items } = data
  const [isRead, setIsRead] = useState(() => startsWithReadings(data))
  const [isPractising, setIsPractising] = useState(false)
  const start = useRef<HTMLDivElement>(null)
  const wasPractising = useRef(false)
  useEffect(() => {
    // Back to the button that began it.
    if (wasPractising.current && !isPractising) start.current?.querySelector('button')?.focus()
    wasPractising.current = isPractising
  }, [isPractising])
  // It is collapsed, and drawing it takes a phone long: drawn when it is opened, else once the page has settled, for
  // whoever searches the page.
  const [isDrawn, setIsDrawn] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setIsDrawn(true)), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [])
  const [missed, right] = [false, true].map((isRight) => items.filter((item) => item.is_correct === isRight)) as [
    ReviewedItem[],
    ReviewedItem[],
  ]
  const askable = missed.filter(isAskable)
  return (
    <details className={`${review.fold} ${styles.answers}`} onToggle={() => setIsDrawn(true)}>
      <summary>
        <h2>{t('review.title')}</h2>
        <Icon name="down" />
      </summary>
      <p className={review.soft}>{t('review.lead', { right: right.length, asked: items.length })}</p>
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
            isDrawn && (
              <>
                {askable.length > 0 && (
                  <div ref={start} className={styles.practice}>
                    <Button look="tonal" onClick={() => setIsPractising(true)}>
                      {t('practice.start')}
                    </Button>
                    <p className={review.soft}>{t('practice.lead')}</p>
                  </div>
                )}
                <Questions review={data} missed={missed} right={right} />
              </>
            )
          )}
        </TextsPart>
      </ShowsReadings>
    </details>
  )
}
