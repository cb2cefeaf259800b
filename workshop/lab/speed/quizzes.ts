import autocannon from 'autocannon'
import type { Attempt } from '#contract/attempts.ts'
import { urls } from '#contract/urls.ts'
import { QUESTIONS } from '#quiz/constants.ts'

/** A start, the answers, and a read of the result. */
const REQUESTS_OF_A_QUIZ = QUESTIONS + 2

/** One connection's state of its current quiz. */
type Visit = { cookie?: string; attempt?: Attempt; finished?: boolean }

const JSON_BODY = { 'content-type': 'application/json' }

/** The first option for two of three questions, "I don't know" for the third. */
const choiceAt = ({ attempt }: Visit, position: number): string[] => {
  const option = attempt?.questions?.find((question) => question.position === position)?.options[0]
  return option === undefined || position % 3 === 0 ? [] : [option]
}

/** One whole quiz as a sequence of requests, each built from the previous reply. */
function quiz(onWrong: (why: string) => void): autocannon.Request[] {
  const keep = (status: number, body: string, context: object) => {
    const visit = context as Visit
    if (status >= 300) return onWrong(`status ${status}: ${body.slice(0, 200)}`)
    visit.attempt = JSON.parse(body).data
  }
  const start: autocannon.Request = {
    method: 'POST',
    path: urls.attempts,
    headers: JSON_BODY,
    body: JSON.stringify({ language: 'english' }),
    onResponse: (status, body, context, headers) => {
      keep(status, body, context)
      const cookies = [(headers as Record<string, string | string[]>)['set-cookie'] ?? []].flat()
      ;(context as Visit).cookie = cookies.map((cookie) => cookie.split(';')[0]).join('; ')
    },
  }
  const answers = Array.from({ length: QUESTIONS }, (_, index): autocannon.Request => {
    const position = index + 1
    return {
      method: 'PUT',
      setupRequest: (request, context) => {
        const visit = context as Visit
        return {
          ...request,
          path: urls.answer(visit.attempt?.id ?? 'none', position),
          headers: { ...JSON_BODY, cookie: visit.cookie ?? '' },
          body: JSON.stringify({ choice: choiceAt(visit, position) }),
        }
      },
      onResponse: keep,
    }
  })
  const result: autocannon.Request = {
    method: 'GET',
    setupRequest: (request, context) => {
      const { attempt, cookie = '' } = context as Visit
      return { ...request, path: urls.attempt(attempt?.id ?? 'none'), headers: { cookie } }
    },
    onResponse: (status, body) => {
      if (status !== 200 || JSON.parse(body).data.answered !== QUESTIONS) onWrong(`an open test, status ${status}`)
    },
  }
  return [start, ...answers, result]
}

export type QuizFigures = { perSecond: number; p50: number; p99: number }

/**
 * Takes whole quizzes with `connections` visitors for some seconds, without pauses or at `perSecond` quizzes.
 * @throws Error if any reply is wrong
 */
export async function takeQuizzes(
  origin: string,
  { seconds, connections = 32, perSecond }: { seconds: number; connections?: number; perSecond?: number },
): Promise<QuizFigures> {
  const wrong: string[] = []
  const { requests, latency, errors } = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    requests: quiz((why) => void wrong.push(why)),
    ...(perSecond ? { overallRate: Math.round(perSecond * REQUESTS_OF_A_QUIZ) } : {}),
  })
  if (wrong.length + errors > 0) throw new Error(`${origin}: ${wrong.length + errors} wrong replies: ${wrong[0] ?? ''}`)
  return { perSecond: requests.average / REQUESTS_OF_A_QUIZ, p50: latency.p50, p99: latency.p99 }
}
