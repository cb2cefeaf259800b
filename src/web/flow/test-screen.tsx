import { useEffect, useState } from 'react'
import type { Assessment } from '#contract/assessments.ts'
import type { QuizPageState } from '#contract/page-data.ts'
import { QUESTIONS } from '#quiz/test-plan.ts'
import { track } from '../browser/analytics.ts'
import { useTexts } from '../texts.tsx'
import { loadTextsPart } from '../texts-part.tsx'
import { ScreenHeading } from '../ui/screen-heading.tsx'
import { Options } from './options.tsx'
import { Stem } from './stem.tsx'
import styles from './test-screen.module.css'
import { usePictureCache } from './use-picture-cache.ts'

export type TestScreenProps = {
  attempt: Assessment
  answered: number
  isWaiting: boolean
  pictures: QuizPageState['pictures']
  onAnswer: (choice: string[], elapsedMs: number) => void
}

/** One question at a time. At a round's border the last question stays, answered, until the next round is here. */
export function TestScreen({ attempt, answered, isWaiting, pictures, onAnswer }: TestScreenProps) {
  const t = useTexts()
  const next = attempt.questions.find((question) => question.position === answered + 1)
  const [shown, setShown] = useState(next)
  if (next && next !== shown && next.question_id !== shown?.question_id) setShown(next)
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

  if (!shown) return <main className={styles.screen} aria-busy="true" />
  const { position } = shown
  const beginsFurtherRound = position > QUESTIONS && position === attempt.questions[0]?.position
  return (
    <main className={styles.screen}>
      <ScreenHeading isQuiet>{t('test.progress', { position, total })}</ScreenHeading>
      <div className={styles.progress}>
        <progress value={position} max={total} aria-hidden="true" />
        <span aria-hidden="true">
          {position}/{total}
        </span>
      </div>
      <Options
        key={shown.question_id}
        question={shown}
        language={language}
        isLocked={next?.question_id !== shown.question_id}
        onAnswer={onAnswer}
      >
        <Stem question={shown} language={language} />
      </Options>
      <p className={styles.keys}>{t('test.keys')}</p>
      <p role="status" className={styles.notice}>
        {isWaiting ? t('test.offline') : beginsFurtherRound ? t('test.furtherRound') : ''}
      </p>
    </main>
  )
}
