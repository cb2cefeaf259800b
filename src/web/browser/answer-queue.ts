import type { Attempt } from '#contract/attempts.ts'
import { type Answer, getAttempt, putAnswer } from './api-client.ts'
import { tabStorage } from './storage.ts'

const KEY = 'ASSESSMENT_ANSWER_QUEUE'
/** The newest acknowledged answer: a page rendered just before it doesn't include it. */
const ACKNOWLEDGED_KEY = 'ASSESSMENT_ACKNOWLEDGED_ANSWER'
const RETRY_MS = 2000
/** The user has to sign in first, in this tab or another. */
const SIGNED_OUT_RETRY_MS = 10_000

type Answered = Pick<Answer, 'attemptId' | 'position'>

function readAnswers<Kept extends Answered>(key: string): Kept[] {
  try {
    const stored = JSON.parse(tabStorage.read(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((each) => Number.isInteger(each?.position)) : []
  } catch {
    return []
  }
}

/** The number of answered questions, including this tab's answers not yet counted in `attempt`. */
export function answeredHere({ id, answered }: Attempt): number {
  const own = [...readAnswers(KEY), ...readAnswers(ACKNOWLEDGED_KEY)].filter(({ attemptId }) => attemptId === id)
  return Math.max(answered, ...own.map(({ position }) => position))
}

export type AnswerQueue = {
  add: (answer: Answer) => void
  /**
   * Sends the answers left over from before a reload.
   * @param behind the page's attempt, if the page was rendered before this tab's last answer arrived
   */
  flush: (behind?: Attempt) => void
}

/**
 * The queue of unacknowledged answers: kept in session storage, sent one at a time in order, and retried until the
 * server acknowledges them.
 */
export function createAnswerQueue(listeners: {
  /** Called with every reply. */
  onAttempt: (attempt: Attempt) => void
  /** Whether sending currently fails. */
  onWaiting: (isWaiting: boolean) => void
  /** The attempt with answers that wait for a sign-in, or null. */
  onSignedOut: (attemptId: string | null) => void
  /** Called for an attempt that this visitor can't continue. */
  onGone: (attemptId: string, isCookieMissing: boolean) => void
}): AnswerQueue {
  let queue = readAnswers<Answer>(KEY)
  let isSending = false
  /**
   * The attempt to fetch next: it refused an answer for good (another tab was faster, or it's gone), or the page is
   * behind it.
   */
  let stale: string | null = null
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  const keep = (next: Answer[]) => {
    queue = next
    tabStorage.write(KEY, queue.length > 0 ? JSON.stringify(queue) : null)
  }

  const acknowledge = (sent: Answer) => {
    const { attemptId, position } = sent
    tabStorage.write(ACKNOWLEDGED_KEY, JSON.stringify([{ attemptId, position }]))
    keep(queue.filter((answer) => answer !== sent))
  }

  const flush = async () => {
    if (isSending) return
    isSending = true
    clearTimeout(retryTimer)
    let pauseMs = 0
    const held = new Set<string>()
    const isNext = ({ attemptId }: Answer) => !held.has(attemptId)
    for (let next = queue.find(isNext); next || stale; next = queue.find(isNext)) {
      const id = stale ?? (next as Answer).attemptId
      const outcome = stale ? await getAttempt(id) : await putAnswer(next as Answer)
      if (!outcome.ok && outcome.retry) {
        listeners.onWaiting(true)
        pauseMs = RETRY_MS
        break
      }
      listeners.onWaiting(false)
      if (outcome.ok) {
        if (!stale) acknowledge(next as Answer)
        stale = null
        listeners.onAttempt(outcome.data)
      } else if (stale) {
        stale = null
        listeners.onGone(id, outcome.code === 'cookie_missing')
      } else if (outcome.code === 'signed_out') {
        held.add(id)
        pauseMs = SIGNED_OUT_RETRY_MS
      } else {
        keep(queue.filter((answer) => answer.attemptId !== id))
        stale = id
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
    flush(behind) {
      // The reply to a waiting answer includes the state.
      if (behind && queue.every(({ attemptId }) => attemptId !== behind.id)) stale ??= behind.id
      void flush()
    },
  }
}
