import { useEffect, useState } from 'react'
import type { getReview, Review } from '#contract/review.ts'
import { urls } from '#contract/urls.ts'
import { call } from '../browser/api-client.ts'

/** The review of an own finished assessment: null while it loads, 'failed' when it could not be loaded. */
export function useReview(assessmentId: string): [review: Review | 'failed' | null, load: () => void] {
  const [review, setReview] = useState<Review | 'failed' | null>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    let isCurrent = true
    setReview(null)
    void call<typeof getReview>('GET', urls.review(assessmentId)).then((outcome) => {
      if (isCurrent) setReview(outcome.ok ? outcome.data : 'failed')
    })
    return () => {
      isCurrent = false
    }
  }, [assessmentId, tries])
  return [review, () => setTries((count) => count + 1)]
}
