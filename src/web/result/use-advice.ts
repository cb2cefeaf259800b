import { startTransition, useEffect, useState } from 'react'
import type { Id } from '#contract/ids.ts'
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
  userId: Id
  language: Language
  level: Level
  /** The attempt to review below the level; null if the result is only stored or a score page's. */
  attemptId: string | null
}

/** The next step, and the marketplace's teachers and sets. */
type Advice = { step: NextStep; teachers: RecommendedTeachers | null; sets: RecommendedSet[] }

/** How long the advice waits for the marketplace. */
const LONGEST_WAIT_MS = 1200

/**
 * The advice as it first appeared. It stays as it is, so that nothing moves under the finger. Null until everything is
 * loaded; after the longest wait, what the marketplace offers may be missing.
 */
function useFirstAdvice(isReviewed: boolean, isComplete: boolean, advice: Advice): Advice | null {
  const [isPatient, setIsPatient] = useState(true)
  const [first, setFirst] = useState<Advice | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setIsPatient(false)), LONGEST_WAIT_MS)
    return () => clearTimeout(timer)
  }, [])
  if (first || !isReviewed || (isPatient && !isComplete)) return first
  setFirst(advice)
  return advice
}

/** What follows from the result: the next step first, then words, teachers and the rest. */
export function useAdvice({ userId, language, level, attemptId }: OwnResult, isMobileApp: boolean) {
  const [reply, retry] = useReview(attemptId)
  const [profileLevel, setProfileLevel] = useState(level)
  const teachers = useTeachers(language)
  const card = useProfileCard({ userId, language, level, isOwn: attemptId !== null }, profileLevel)
  const review = reply === 'failed' ? null : reply
  const isReviewed = attemptId === null || reply !== null
  const agreement = review ? agreementOf(level, review.estimate) : 'agrees'
  const studyLevel = review ? adviceLevel(level, review.estimate) : level
  const sets = useVocabulary(language, isReviewed ? studyLevel : null, isMobileApp)
  const step = nextStep({
    isSignedIn: true,
    isNewLevel: card.state === 'card' || card.state === 'purpose',
    agreement,
    hasTeacher: (teachers?.teachers.length ?? 0) > 0,
    hasWords: review !== null && wordsToLearn(review.items, (item) => item.is_correct).length > 0,
  })
  const latest: Advice = { step, teachers: teachers ?? null, sets: sets ?? [] }
  const isComplete = teachers !== undefined && sets !== undefined && card.state !== 'loading'
  return {
    review,
    /** Loads the review again; null unless that failed. */
    retry: reply === 'failed' ? retry : null,
    isReviewed,
    agreement,
    /** The level that advice goes by. */
    studyLevel,
    card,
    /** Which level to save, where the answers point to two. */
    choice:
      review && agreement === 'apart'
        ? { levels: [level, review.estimate.level], level: profileLevel, onChoose: setProfileLevel }
        : null,
    first: useFirstAdvice(isReviewed, isComplete, latest),
    latest,
  }
}
