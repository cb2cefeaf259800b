import { startTransition, useEffect, useState } from 'react'
import type { QuizPageState } from '#contract/page-data.ts'
import { adviceLevel, agreementOf, type NextStep, nextStep, wordsToLearn } from '#quiz/advice.ts'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { useReview } from '../review/result-review.tsx'
import { useProfileCard } from './profile-card.tsx'
import type { RecommendedTeachers } from './recommend-teachers.ts'
import type { RecommendedSet } from './recommend-vocabulary.ts'
import { useTeachers } from './teachers-for-you.tsx'
import { useVocabulary } from './vocabulary-for-you.tsx'

/** A signed-in user's result. */
export type OwnResult = {
  userId: NonNullable<QuizPageState['login']['user_id']>
  language: Language
  level: Level
  page: QuizPageState
  /** The assessment to review below the level; null if the result is only stored or a score page's. */
  assessmentId: string | null
}

/** What the next step goes by, and what stands between it and the rest. */
type Basis = { step: NextStep; found: RecommendedTeachers | null; sets: RecommendedSet[] }

/** How long the advice waits for the marketplace. */
const LONGEST_WAIT_MS = 1200

/**
 * The advice appears in one piece and then stays as it is, so that nothing in it moves under the finger: null until all is loaded, or until all but
 * the marketplace's part is and that takes too long.
 */
function useBasis(isReviewed: boolean, isComplete: boolean, basis: Basis): Basis | null {
  const [isPatient, setIsPatient] = useState(true)
  const [first, setFirst] = useState<Basis | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setIsPatient(false)), LONGEST_WAIT_MS)
    return () => clearTimeout(timer)
  }, [])
  if (first || !isReviewed || (isPatient && !isComplete)) return first
  setFirst(basis)
  return basis
}

/** What follows from the result: the next step first, then words, teachers and the rest. */
export function useAdvice({ userId, language, level, assessmentId, page }: OwnResult) {
  const [loaded, load] = useReview(assessmentId)
  const [saved, setSaved] = useState(level)
  const found = useTeachers(language)
  const card = useProfileCard({ userId, language, level, isOwn: assessmentId !== null }, saved)
  const review = loaded === 'failed' ? null : loaded
  const agreement = review ? agreementOf(level, review.estimate) : 'agrees'
  const advised = review ? adviceLevel(level, review.estimate) : level
  const isReviewed = assessmentId === null || loaded !== null
  const sets = useVocabulary(language, isReviewed ? advised : null, page)
  const step = nextStep({
    isSignedIn: true,
    isNewLevel: card.state === 'card' || card.state === 'purpose',
    agreement,
    hasTeacher: (found?.teachers.length ?? 0) > 0,
    hasWords: review !== null && wordsToLearn(review.items).length > 0,
  })
  const choice =
    review && agreement === 'apart' ? { levels: [level, review.estimate.level], saved, onChoose: setSaved } : null
  const late = { found: found ?? null, sets: sets ?? [] }
  const isComplete = found !== undefined && sets !== undefined && card.state !== 'loading'
  const basis = useBasis(isReviewed, isComplete, { step, ...late })
  return { loaded, load, review, card, agreement, advised, choice, isReviewed, basis, step, late }
}
