import type { Assessment } from '#contract/assessments.ts'
import { type Answer, getAssessment, putAnswer } from './api-client.ts'
import { tabStorage } from './storage.ts'

const KEY = 'ASSESSMENT_ANSWER_QUEUE'
const RETRY_MS = 2000

function readQueue(): Answer[] {
  try {
    const stored = JSON.parse(tabStorage.read(KEY) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

function countAnswered(queue: readonly Answer[], { id, answered }: Assessment): number {
  return queue.reduce(
    (count, answer) => (answer.assessmentId === id ? Math.max(count, answer.position) : count),
    answered,
  )
}

/** The number of answered questions, including this tab's answers that the server has not acknowledged. */
export function pendingAnswered(assessment: Assessment): number {
  return countAnswered(readQueue(), assessment)
}

export type AnswerQueue = {
  add: (answer: Answer) => void
  /** Sends the answers left from before a reload. */
  flush: () => void
}

/**
 * The queue of unacknowledged answers: kept in session storage, sent one at a time in order, and retried until the server acknowledges them.
 * `onAssessment` gets every reply; `onWaiting` gets whether sending currently fails.
 */
export function createAnswerQueue(listeners: {
  onAssessment: (assessment: Assessment) => void
  onWaiting: (isWaiting: boolean) => void
}): AnswerQueue {
  let queue = readQueue()
  let isSending = false
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  const keep = (next: Answer[]) => {
    queue = next
    tabStorage.write(KEY, queue.length > 0 ? JSON.stringify(queue) : null)
  }

  const flush = async () => {
    clearTimeout(retryTimer)
    if (isSending) return
    isSending = true
    for (let first = queue[0]; first; first = queue[0]) {
      const outcome = await putAnswer(first)
      if (!outcome.ok && outcome.retry) {
        listeners.onWaiting(true)
        retryTimer = setTimeout(flush, RETRY_MS)
        break
      }
      listeners.onWaiting(false)
      if (outcome.ok) {
        keep(queue.slice(1))
        listeners.onAssessment(outcome.data)
      } else await dropAndResync(first.assessmentId)
    }
    isSending = false
  }

  /** The server rejected the answer for good: another tab was faster, or the assessment is gone. Shows its current state instead. */
  const dropAndResync = async (assessmentId: string) => {
    keep(queue.filter((answer) => answer.assessmentId !== assessmentId))
    const present = await getAssessment(assessmentId)
    if (present.ok) listeners.onAssessment(present.data)
  }

  window.addEventListener('online', flush)

  return {
    add(answer) {
      keep([...queue, answer])
      void flush()
    },
    flush,
  }
}
