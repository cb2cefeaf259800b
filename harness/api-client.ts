import type { Assessment } from '#contract/assessments.ts'
import { urls } from '#contract/urls.ts'
import type { Language } from '#quiz/languages.ts'
import { loadBanks } from '#server/banks/banks.ts'
import type { App } from '#server/edge/server.ts'

export type Reply<Data = Assessment> = {
  status: number
  body: { data: Data; error: { code: string; message: string } }
}

/** A browser without pages: keeps its cookies and speaks JSON. */
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

  /** A page as this visitor gets it. */
  page(url: string) {
    return this.#app.inject({ url, cookies: this.#cookies })
  }

  async start(language: Language): Promise<Assessment> {
    const { body } = await this.send('POST', urls.assessments, { language })
    return body.data
  }

  answer(id: string, position: number, choice: string[]): Promise<Reply> {
    return this.send('PUT', urls.answer(id, position), { choice, elapsed_ms: 1200 })
  }

  /** Answers the next question rightly, or with "I don't know". */
  async answerNext(assessment: Assessment, isRight: boolean): Promise<Assessment> {
    const position = assessment.answered + 1
    const choice = isRight ? rightChoice(assessment, position) : []
    return (await this.answer(assessment.id, position, choice)).body.data
  }

  async play(language: Language, isRight: (position: number) => boolean): Promise<Assessment> {
    let assessment = await this.start(language)
    while (assessment.status === 'open')
      assessment = await this.answerNext(assessment, isRight(assessment.answered + 1))
    return assessment
  }
}

const banks = loadBanks()

/** The right answer, as only somebody with the bank knows it. */
export function rightChoice({ language, questions }: Assessment, position: number): string[] {
  const asked = questions.find((question) => question.position === position)
  return banks[language].find(({ id }) => id === asked?.question_id)?.correct ?? []
}
