import type { Attempt, Question } from '#contract/attempts.ts'
import { urls } from '#contract/urls.ts'
import type { Entry } from './journal.ts'

/** An attempt whose start was acknowledged. */
export type KnownAttempt = {
  id: string
  visitor: number
  cookies: Readonly<Record<string, string>>
  answered: number
  result: Attempt['result']
  /** The question shown at each position. */
  shown: Map<number, string>
  /** The answers sent for each position, acknowledged or not. */
  sent: Map<number, (readonly string[])[]>
}

/** A session with an acknowledged start; `unknown` if its end was requested but not acknowledged. */
type KnownSession = { visitor: number; userId: number; token: string; state: 'open' | 'unknown' | 'ended' }

type KnownReport = { id: string; attemptId: string; text: string | undefined }

/** What the journal says about the service. */
export type History = {
  attempts: Map<string, KnownAttempt>
  /** Starts that were sent and never acknowledged: each may have left one attempt. */
  unknownStarts: number
  sessions: Map<string, KnownSession>
  /** The people that visitors signed in as, acknowledged or not. */
  persons: Map<number, string>
  reports: Map<string, KnownReport>
  acknowledged: number
  /** Replies that contradict earlier ones. */
  wrong: string[]
}

type Request = Extract<Entry, { kind: 'request' }>
type Reply = Extract<Entry, { kind: 'reply' }>

const ANSWER = /^\/v1\/assessments\/([^/]+)\/answers\/(\d+)$/

function readRequest(history: History, request: Request): void {
  const { path, method, visitor, choice, person, cookies } = request
  const [, id = '', position] = ANSWER.exec(path) ?? []
  const sent = history.attempts.get(id)?.sent
  if (sent && choice) sent.set(Number(position), [...(sent.get(Number(position)) ?? []), choice])
  if (person) history.persons.set(visitor, person)
  if (path === urls.attempts) history.unknownStarts += 1
  const session = history.sessions.get(cookies.sid ?? '')
  const endsSession = (path === urls.currentSession && method === 'DELETE') || path === urls.appSessions
  if (session?.state === 'open' && endsSession) session.state = 'unknown'
}

function readAttempt(history: History, request: Request, reply: Reply, stated: Attempt): void {
  if (request.path === urls.attempts) {
    history.unknownStarts -= 1
    const cookies = { ...request.cookies, ...reply.cookies }
    const { visitor } = request
    const fresh = { id: stated.id, visitor, cookies, answered: 0, result: null, shown: new Map(), sent: new Map() }
    history.attempts.set(stated.id, fresh)
  }
  const known = history.attempts.get(stated.id)
  if (!known) {
    history.wrong.push(`${request.path} returned the assessment ${stated.id}`)
    return
  }
  history.wrong.push(...contradictions(known, stated))
  known.answered = Math.max(known.answered, stated.answered)
  known.result ??= stated.result
  for (const asked of stated.questions) known.shown.set(asked.position, contentOf(asked))
}

/** A question's visible content, to compare questions. */
export function contentOf({ image, question, options }: Pick<Question, 'image' | 'question' | 'options'>): string {
  return [image, question, ...options].join(' | ')
}

/** Contradictions between an attempt's state and its earlier state. */
export function contradictions(known: KnownAttempt, stated: Attempt): string[] {
  const found: string[] = []
  if (known.result && JSON.stringify(known.result) !== JSON.stringify(stated.result))
    found.push(`${known.id}: the result was ${JSON.stringify(known.result)} and is ${JSON.stringify(stated.result)}`)
  for (const asked of stated.questions) {
    const before = known.shown.get(asked.position)
    if (before !== undefined && before !== contentOf(asked))
      found.push(`${known.id}: question ${asked.position} was ${before} and is ${contentOf(asked)}`)
  }
  return found
}

function readReport(history: History, request: Request, { reportId, reportText }: Reply): void {
  const { attemptId = '' } = request
  if (reportId && !history.reports.has(reportId))
    history.reports.set(reportId, { id: reportId, attemptId, text: undefined })
  const shown = history.reports.get(request.path.slice(urls.report('').length))
  if (shown && reportText !== undefined) shown.text ??= reportText
}

function readReply(history: History, request: Request, reply: Reply): void {
  const { method, path, visitor, cookies } = request
  const { status, attempt, userId } = reply
  if (status >= 400) {
    if (status < 500 && status !== 429) history.wrong.push(`${method} ${path} was refused with ${status}`)
    return
  }
  if (method !== 'GET') history.acknowledged += 1
  if (attempt) readAttempt(history, request, reply, attempt)
  readReport(history, request, reply)
  const token = reply.cookies.sid ?? ''
  if (path === urls.appSessions && userId !== undefined)
    history.sessions.set(token, { visitor, userId, token, state: 'open' })
  const ended = path === urls.currentSession ? history.sessions.get(cookies.sid ?? '') : undefined
  if (ended) ended.state = 'ended'
}

/** Reads a journal, or its part up to some moment. */
export function readHistory(entries: readonly Entry[]): History {
  const history: History = {
    attempts: new Map(),
    unknownStarts: 0,
    sessions: new Map(),
    persons: new Map(),
    reports: new Map(),
    acknowledged: 0,
    wrong: [],
  }
  const requests = new Map<number, Request>()
  for (const entry of entries) {
    if (entry.kind === 'request') {
      requests.set(entry.n, entry)
      readRequest(history, entry)
    }
    const request = requests.get(entry.n)
    if (entry.kind === 'reply' && request) readReply(history, request, entry)
  }
  return history
}
