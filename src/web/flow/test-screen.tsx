import { type ReactNode, useEffect, useState } from 'react'
import type { Attempt, Question } from '#contract/attempts.ts'
import type { QuizPageState } from '#contract/page-data.ts'
import { urls } from '#contract/urls.ts'
import { ROUND_SIZE } from '#quiz/constants.ts'
import { track } from '../browser/analytics.ts'
import { useTexts } from '../texts.tsx'
import { loadTextsPart } from '../texts-part.tsx'
import { Icon } from '../ui/icon.tsx'
import { ScreenHeading } from '../ui/screen-heading.tsx'
import { Options } from './options.tsx'
import { useTopOf } from './screen-changes.ts'
import { Stem } from './stem.tsx'
import styles from './test-screen.module.css'

const AT_A_TIME = 2

/** Loaded pictures. An image in memory appears at once, without a disk cache lookup. */
const images = new Map<string, HTMLImageElement>()

function load(key: string, priority: 'high' | 'low'): Promise<void> {
  if (images.has(key)) return Promise.resolve()
  const picture = new Image()
  images.set(key, picture)
  picture.fetchPriority = priority
  picture.srcset = `${urls.picture(key)} 1x, ${urls.pictureTwice(key)} 2x`
  return picture.decode().catch(() => {
    images.delete(key)
  })
}

async function loadInTurn(keys: readonly string[], isStopped: () => boolean): Promise<void> {
  for (let first = 0; first < keys.length && !isStopped(); first += AT_A_TIME)
    await Promise.all(keys.slice(first, first + AT_A_TIME).map((key) => load(key, 'low')))
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

function loadRound(questions: readonly Question[]): void {
  for (const { image } of questions) if (image) void load(image, 'high')
}

/**
 * Preloads pictures, so each appears together with its question. The next round isn't known in advance, so this loads
 * the pictures of every level that may follow at low priority: A2 during the first round (B1), and A1 once pictures
 * appear.
 */
function usePictureCache({ questions }: Attempt, pictures: QuizPageState['pictures']): void {
  const isFirstRound = questions[0]?.position === 1
  const hasPictures = questions.some(({ image }) => image)
  useEffect(() => loadRound(questions), [questions])
  useEffect(() => {
    let isStopped = false
    const keys = [...(isFirstRound || hasPictures ? pictures.A2 : []), ...(hasPictures ? pictures.A1 : [])]
    if (!savesData()) void loadInTurn(keys, () => isStopped)
    return () => {
      isStopped = true
    }
  }, [isFirstRound, hasPictures, pictures])
}

export type TestScreenProps = {
  attempt: Attempt
  answered: number
  /** Why answers wait. */
  notice: ReactNode
  pictures: QuizPageState['pictures']
  onAnswer: (choice: string[], elapsedMs: number) => void
  onLeave: () => void
}

/** One question at a time. At the end of a round, the answered question stays until the next round arrives. */
export function TestScreen({ attempt, answered, notice, pictures, onAnswer, onLeave }: TestScreenProps) {
  const t = useTexts()
  const next = attempt.questions.find((question) => question.position === answered + 1)
  const [shown, setShown] = useState(next)
  if (next && next !== shown && next.question_id !== shown?.question_id) setShown(next)
  useTopOf(shown?.question_id)
  usePictureCache(attempt, pictures)
  useEffect(() => {
    void loadTextsPart(t, 'pictures')
  }, [t])

  const { id, flow_id, language, total } = attempt
  useEffect(() => {
    if (!shown) return
    const { position, question_id } = shown
    track('view_question', { flow_id, assessment_id: id, language, position, question_id })
  }, [shown, id, flow_id, language])

  if (!shown) return <main className={styles.screen} data-bare aria-busy="true" />
  const { position } = shown
  const place = t('test.progress', { position, total })
  return (
    <main className={styles.screen} data-bare>
      <ScreenHeading isQuiet>{place}</ScreenHeading>
      <div className={styles.top}>
        <button type="button" className={styles.leave} aria-label={t('test.leave')} onClick={onLeave}>
          <Icon name="close" />
          <span aria-hidden="true">{t('test.kept')}</span>
        </button>
        <div className={styles.progress} aria-hidden="true">
          {Array.from({ length: total / ROUND_SIZE }, (_, round) => round * ROUND_SIZE).map((before) => (
            <progress key={before} value={Math.max(position - before, 0)} max={ROUND_SIZE} />
          ))}
        </div>
        {/* Left to right, so a second digit moves nothing. */}
        <span className={styles.count} dir="ltr" aria-hidden="true">
          {/* A new element per number: the same one would animate when it grows. */}
          <b key={position}>{position}</b>
          <span>{`/${total}`}</span>
        </span>
      </div>
      <Options
        key={shown.question_id}
        question={shown}
        language={language}
        place={place}
        isLocked={next?.question_id !== shown.question_id}
        onAnswer={onAnswer}
      >
        {(chosen) => <Stem question={shown} language={language} chosen={chosen} />}
      </Options>
      <p className={styles.keys}>{t('test.keys')}</p>
      <p role="status" className={styles.notice}>
        {notice}
      </p>
    </main>
  )
}
