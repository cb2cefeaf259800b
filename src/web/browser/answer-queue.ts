import type { Attempt } from '#contract/attempts.ts'
import { type Answer, getAttempt, putAnswer } from './api-client.ts'
import { tabStorage } from './storage.ts'

const KEY = 'ASSESSMENT_ANSWER_QUEUE'
const RETRY_MS = 2000
/** Somebody has to sign in first, in this tab or another. */
const SIGNED_OUT_RETRY_MS = 10_000

function readQueue(): Answer[] {
  try {
    const stored = JSON.parse(tabStorage.read(KEY) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

function countAnswered(queue: readonly Answer[], { id, answered }: Attempt): number {
  return queue.reduce((count, answer) => (answer.attemptId === id ? Math.max(count, answer.position) : count), answered)
}

/** The number of answered questions, including this tab's answers that the server has not acknowledged. */
export function pendingAnswered(attempt: Attempt): number {
  return countAnswered(readQueue(), attempt)
}

export type AnswerQueue = {
  add: (answer: Answer) => void
  /** Sends the answers left from before a reload. */
  flush: () => void
}

/**
 * The queue of unacknowledged answers: kept in session storage, sent one at a time in order, and retried until the
 * server acknowledges them.
 */
export function createAnswerQueue(listeners: {
  /** Gets every reply. */
  onAttempt: (attempt: Attempt) => void
  /** Whether sending currently fails. */
  onWaiting: (isWaiting: boolean) => void
  /** The attempt whose answers wait for a sign-in; null if none does. */
  onSignedOut: (attemptId: string | null) => void
  /** An attempt that this visitor cannot continue. */
  onGone: (attemptId: string) => void
}): AnswerQueue {
  let queue = readQueue()
  let isSending = false
  /** The attempt that refused an answer for good: another tab was faster, or it is gone. Its state is fetched next. */
  let refused: string | null = null
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  const keep = (next: Answer[]) => {
    queue = next
    tabStorage.write(KEY, queue.length > 0 ? JSON.stringify(queue) : null)
  }

  const flush = async () => {
    if (isSending) return
    isSending = true
    clearTimeout(retryTimer)
    let pauseMs = 0
    const held = new Set<string>()
    const isNext = ({ attemptId }: Answer) => !held.has(attemptId)
    for (let next = queue.find(isNext); next || refused; next = queue.find(isNext)) {
      const id = refused ?? (next as Answer).attemptId
      const outcome = refused ? await getAttempt(id) : await putAnswer(next as Answer)
      if (!outcome.ok && outcome.retry) {
        listeners.onWaiting(true)
        pauseMs = RETRY_MS
        break
      }
      listeners.onWaiting(false)
      if (outcome.ok) {
        if (!refused) keep(queue.filter((answer) => answer !== next))
        refused = null
        listeners.onAttempt(outcome.data)
      } else if (refused) {
        refused = null
        listeners.onGone(id)
      } else if (outcome.code === 'signed_out') {
        held.add(id)
        pauseMs = SIGNED_OUT_RETRY_MS
      } else {
        keep(queue.filter((answer) => answer.attemptId !== id))
        refused = id
      }
    }
    listeners.onSignedOut([...held][0] ?? null)
    isSending = false
    if (pauseMs > 0) retryTimer = setTimeout(flush, pauseMs)
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
