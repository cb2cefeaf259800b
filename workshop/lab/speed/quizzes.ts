import type { IncomingHttpHeaders } from 'node:http'
import autocannon from 'autocannon'
import type { Attempt } from '#contract/attempts.ts'
import { urls } from '#contract/urls.ts'
import { QUESTIONS } from '#quiz/constants.ts'

/** A start, the answers, and a request for the result. */
export const REQUESTS_OF_A_QUIZ = QUESTIONS + 2

/** A visitor's current quiz. */
type Visit = { cookie?: string; attempt?: Attempt }

type Request = { method: 'GET' | 'POST' | 'PUT'; path: string; headers: Record<string, string>; body?: string }

/** A request of a quiz, based on the replies so far. `read` throws if the reply is wrong. */
type Step = {
  request: (visit: Visit) => Request
  read: (visit: Visit, status: number, body: string, headers?: IncomingHttpHeaders) => void
}

const JSON_BODY = { 'content-type': 'application/json' }

/** The first option for two of three questions, "I don't know" for the third. */
const choiceAt = ({ attempt }: Visit, position: number): string[] => {
  const option = attempt?.questions?.find((question) => question.position === position)?.options[0]
  return option === undefined || position % 3 === 0 ? [] : [option]
}

function keep(visit: Visit, status: number, body: string): void {
  if (status >= 300) throw new Error(`status ${status}: ${body.slice(0, 200)}`)
  visit.attempt = JSON.parse(body).data
}

/** One whole quiz. */
export const QUIZ: readonly Step[] = [
  {
    request: () => ({
      method: 'POST',
      path: urls.attempts,
      // A copy, because autocannon adds to it.
      headers: { ...JSON_BODY },
      body: JSON.stringify({ language: 'english' }),
    }),
    read: (visit, status, body, headers) => {
      keep(visit, status, body)
      const cookies = [headers?.['set-cookie'] ?? []].flat()
      visit.cookie = cookies.map((cookie) => cookie.split(';')[0]).join('; ')
    },
  },
  ...Array.from(
    { length: QUESTIONS },
    (_, index): Step => ({
      request: (visit) => ({
        method: 'PUT',
        path: urls.answer(visit.attempt?.id ?? 'none', index + 1),
        headers: { ...JSON_BODY, cookie: visit.cookie ?? '' },
        body: JSON.stringify({ choice: choiceAt(visit, index + 1) }),
      }),
      read: keep,
    }),
  ),
  {
    request: ({ attempt, cookie = '' }) => ({
      method: 'GET',
      path: urls.attempt(attempt?.id ?? 'none'),
      headers: { cookie },
    }),
    read: (_, status, body) => {
      if (status !== 200 || JSON.parse(body).data.answered !== QUESTIONS) throw new Error(`open, status ${status}`)
    },
  },
]

/**
 * Takes whole quizzes with 32 visitors who never pause, for a number of seconds.
 * @returns quizzes per second
 * @throws Error if any reply is wrong
 */
export async function takeQuizzes(origin: string, seconds: number): Promise<number> {
  const wrong: unknown[] = []
  const { requests, errors } = await autocannon({
    url: origin,
    connections: 32,
    duration: seconds,
    requests: QUIZ.map(({ request, read }) => ({
      setupRequest: (defaults, visit) => ({ ...defaults, ...request(visit) }),
      onResponse: (status, body, visit, headers) => {
        try {
          read(visit, status, body, headers)
        } catch (error) {
          wrong.push(error)
        }
      },
    })),
  })
  if (wrong.length + errors > 0) throw new Error(`${origin}: ${wrong.length + errors} wrong replies: ${wrong[0] ?? ''}`)
  return requests.average / REQUESTS_OF_A_QUIZ
}
