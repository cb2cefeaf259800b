import type { Assessment, Question } from '#contract/assessments.ts'
import { urls } from '#contract/urls.ts'
import type { Item } from '#quiz/bank.ts'
import type { Language } from '#quiz/languages.ts'
import { loadBanks } from '#server/banks/banks.ts'
import type { App } from '#server/edge/server.ts'

/** Sends one request of a quiz. @returns the part of the reply that the quiz continues with; undefined ends it */
type Ask<State> = (
  method: 'POST' | 'PUT',
  path: string,
  body: { language: Language } | { choice: string[]; elapsed_ms: number },
) => Promise<State>

/** Takes a quiz over the API, to the end or up to a given answer. @returns its last state */
export async function takeQuiz<State extends Pick<Assessment, 'id' | 'status' | 'answered'> | undefined>(
  ask: Ask<State>,
  language: Language,
  choose: (assessment: NonNullable<State>, position: number) => string[],
  last = Number.POSITIVE_INFINITY,
): Promise<State> {
  let assessment = await ask('POST', urls.assessments, { language })
  while (assessment?.status === 'open' && assessment.answered < last) {
    const position = assessment.answered + 1
    const choice = choose(assessment, position)
    assessment = await ask('PUT', urls.answer(assessment.id, position), { choice, elapsed_ms: 1200 })
  }
  return assessment
}

export type Reply<Data = Assessment> = {
  status: number
  body: { data: Data; error: { code: string; message: string } }
}

/** A client like a browser: keeps its cookies and speaks JSON. */
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

  async send<Data = Assessment>(
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
    return { status: response.statusCode, body: JSON.parse(response.body || 'null') }
  }

  /** Fetches a page as this visitor. */
  async page(url: string, headers: Record<string, string> = {}) {
    const response = await this.#app.inject({ url, cookies: this.#cookies, headers })
    for (const { name, value } of response.cookies) this.#cookies[name] = value
    return response
  }

  async start(language: Language): Promise<Assessment> {
    const { body } = await this.send('POST', urls.assessments, { language })
    return body.data
  }

  answer(id: string, position: number, choice: string[]): Promise<Reply> {
    return this.send('PUT', urls.answer(id, position), { choice, elapsed_ms: 1200 })
  }

  /** Answers the next question correctly, or with "I don't know". */
  async answerNext(assessment: Assessment, isRight: boolean): Promise<Assessment> {
    const position = assessment.answered + 1
    const choice = isRight ? rightChoice(assessment, position) : []
    return (await this.answer(assessment.id, position, choice)).body.data
  }

  async play(language: Language, isRight: (position: number) => boolean): Promise<Assessment> {
    const ask = async (method: 'POST' | 'PUT', path: string, body: object) =>
      (await this.send(method, path, body)).body.data
    const choose = (assessment: Assessment, position: number) =>
      isRight(position) ? rightChoice(assessment, position) : []
    return (await takeQuiz(ask, language, choose)) as Assessment
  }
}

const banks = loadBanks()

/** Finds a question's item by its sentence or picture, since its id does not reveal it. */
export function itemOf(language: Language, asked: Question | undefined): Item | undefined {
  return banks[language].find(({ question, image }) => question === asked?.question && image === asked.image)
}

/** The right answer, looked up in the bank. */
export function rightChoice({ language, questions }: Assessment, position: number): string[] {
  const asked = questions.find((question) => question.position === position)
  return itemOf(language, asked)?.correct ?? []
}
