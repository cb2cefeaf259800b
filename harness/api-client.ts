import type { Attempt, Question } from '#contract/attempts.ts'
import { urls } from '#contract/urls.ts'
import type { Item } from '#quiz/bank.ts'
import type { Language } from '#quiz/languages.ts'
import { readBanks } from '#server/banks/banks.ts'
import type { App } from '#server/http/server.ts'

/**
 * Sends one request of a quiz.
 * @returns the part of the reply that the quiz needs to continue; undefined ends the quiz
 */
type Ask<State> = (
  method: 'POST' | 'PUT',
  path: string,
  body: { language: Language } | { choice: string[]; elapsed_ms: number },
) => Promise<State>

/**
 * Takes a quiz through the API, to the end or up to a given answer.
 * @returns its last state
 */
export async function takeQuiz<State extends Pick<Attempt, 'id' | 'status' | 'answered'> | undefined>(
  ask: Ask<State>,
  language: Language,
  choose: (attempt: NonNullable<State>, position: number) => string[],
  last = Number.POSITIVE_INFINITY,
): Promise<State> {
  let attempt = await ask('POST', urls.attempts, { language })
  while (attempt?.status === 'open' && attempt.answered < last) {
    const position = attempt.answered + 1
    const choice = choose(attempt, position)
    attempt = await ask('PUT', urls.answer(attempt.id, position), { choice, elapsed_ms: 1200 })
  }
  return attempt
}

export type Reply<Data = Attempt> = {
  status: number
  body: { data: Data; error: { code: string; message: string } }
}

/** A client that keeps cookies like a browser and sends JSON. */
export class ApiClient {
  readonly #app: App
  #cookies: Record<string, string> = {}

  constructor(app: App) {
    this.#app = app
  }

  get cookies(): Readonly<Record<string, string>> {
    return this.#cookies
  }

  setCookie(name: string, value: string): void {
    this.#cookies[name] = value
  }

  async send<Data = Attempt>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply<Data>> {
    const response = await this.#app.inject({
      method,
      url,
      cookies: this.#cookies,
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const { name, value } of response.cookies) this.#cookies[name] = value
    const isPicture = response.headers['content-type'] === 'image/png'
    return { status: response.statusCode, body: isPicture ? null : JSON.parse(response.body || 'null') }
  }

  /** Fetches a page as this visitor. */
  async page(url: string, headers: Record<string, string> = {}) {
    const response = await this.#app.inject({ url, cookies: this.#cookies, headers })
    for (const { name, value } of response.cookies) this.#cookies[name] = value
    return response
  }

  async start(language: Language): Promise<Attempt> {
    const { body } = await this.send('POST', urls.attempts, { language })
    return body.data
  }

  answer(id: string, position: number, choice: string[]): Promise<Reply> {
    return this.send('PUT', urls.answer(id, position), { choice, elapsed_ms: 1200 })
  }

  /** Answers the next question correctly or with "I don't know". */
  async answerNext(attempt: Attempt, isRight: boolean): Promise<Attempt> {
    const position = attempt.answered + 1
    const choice = isRight ? rightChoice(attempt, position) : []
    return (await this.answer(attempt.id, position, choice)).body.data
  }

  async play(language: Language, isRight: (position: number) => boolean): Promise<Attempt> {
    const ask = async (method: 'POST' | 'PUT', path: string, body: object) =>
      (await this.send(method, path, body)).body.data
    const choose = (attempt: Attempt, position: number) => (isRight(position) ? rightChoice(attempt, position) : [])
    return (await takeQuiz(ask, language, choose)) as Attempt
  }
}

const banks = readBanks()

/** Finds a question's item by its sentence or picture, because its id doesn't reveal it. */
export function itemOf(language: Language, asked: Question | undefined): Item | undefined {
  return banks[language].find(({ question, image }) => question === asked?.question && image === asked.image)
}

/** The right answer, looked up in the bank. */
export function rightChoice({ language, questions }: Attempt, position: number): string[] {
  const asked = questions.find((question) => question.position === position)
  return itemOf(language, asked)?.correct ?? []
}
