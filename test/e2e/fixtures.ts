import { randomUUID } from 'node:crypto'
import { test as base, expect, type Page } from '@playwright/test'
import type { Attempt } from '#contract/attempts.ts'
import { rightChoice, takeQuiz } from '#harness/api-client.ts'
import { administer, createDatabase } from '#harness/postgres.ts'
import { type RunningServer, startServer } from '#harness/server-process.ts'
import { QUESTIONS } from '#quiz/constants.ts'
import type { Language } from '#quiz/languages.ts'
import type { Surroundings } from './global-setup.ts'

const surroundings = (): Surroundings => JSON.parse(process.env.E2E_SURROUNDINGS ?? '')

/** A server with other settings. A demo shares the database of the server that all tests use. */
export async function startOther(mode: 'demo' | 'serve', env: Record<string, string>): Promise<RunningServer> {
  const { databaseUrl } = surroundings().server
  const DATABASE_URL = mode === 'demo' ? databaseUrl : await createDatabase(databaseUrl, randomUUID())
  return startServer({ mode, env: { ...env, DATABASE_URL } })
}

/** A page that fails its test on any console message or page error. */
export const test = base.extend<{ quiz: QuizPage; savesData: boolean }, Surroundings>({
  // By default, tests save data: otherwise each quiz prefetches sixty pictures, which costs as much as a page.
  savesData: [true, { option: true }],
  context: async ({ context, savesData }, use) => {
    if (savesData)
      await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
    await use(context)
  },
  server: [({ playwright: _ }, use) => use(surroundings().server), { scope: 'worker' }],
  hosts: [({ playwright: _ }, use) => use(surroundings().hosts), { scope: 'worker' }],
  baseURL: async ({ server }, use) => {
    await use(server.origin)
  },
  quiz: async ({ page }, use) => {
    const messages: string[] = []
    page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`))
    page.on('pageerror', (error) => messages.push(`error: ${error.message}`))
    await use(new QuizPage(page))
    // Browser messages about requests to a killed server, or without a network.
    const gone = /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET)/
    const unexpected = messages.filter((message) => !gone.test(message))
    expect(unexpected).toEqual([])
  },
})

export { expect } from '@playwright/test'

/** Repeats a finished test `times` times, each a millisecond later than the one before. */
export async function repeatResult(databaseUrl: string, id: string, times: number): Promise<void> {
  await administer(
    databaseUrl,
    `insert into assessments select (jsonb_populate_record(assessments, jsonb_build_object('id', gen_random_uuid(),
      'finished_at', finished_at + make_interval(secs => number / 1000.0)))).*
    from assessments, generate_series(1, ${times}) as number where id = '${id}'`,
  )
}

/** The smallest PNG. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A visitor's actions. */
export class QuizPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get question() {
    return this.page.getByRole('group')
  }

  option(index: number) {
    return this.question.locator('label').nth(index)
  }

  /** The center of an option, for separate press and release. */
  async middle(index: number): Promise<{ x: number; y: number }> {
    const box = await this.option(index).boundingBox()
    if (!box) throw new Error('no tile')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }

  async expectQuestion(position: number, total = QUESTIONS): Promise<void> {
    await expect(this.page.getByRole('heading', { name: `Question ${position} of ${total}` })).toBeAttached()
    await expect(this.page.locator(`fieldset[data-question="${position}"]`)).toBeVisible()
  }

  /**
   * Signs this browser (or another client) in as a new account, with a code from the demo's mailbox. @returns its email
   * address
   */
  async signIn(origin = '', request = this.page.request): Promise<string> {
    const target = `${randomUUID()}@example.test`
    const asked = await request.post(`${origin}/v1/auth/codes`, { data: { channel: 'email', target } })
    const { challenge_id } = (await asked.json()).data
    const code = await this.readCode(target, origin)
    const reply = await request.post(`${origin}/v1/auth/sessions`, { data: { challenge_id, code } })
    expect(reply.status()).toBe(201)
    return target
  }

  /** Signs this browser (or another client) in as one of the demo accounts, as a button of the demo's page does. */
  async signInAs(nickname: string, request = this.page.request): Promise<void> {
    const accounts = await (await request.get('/demo/accounts')).text()
    const email = accounts.match(new RegExp(`value="([^"]+)">${nickname}<`))?.[1] ?? ''
    const reply = await request.post('/demo/accounts', { form: { email }, maxRedirects: 0 })
    expect(reply.status()).toBe(303)
  }

  /** The newest code that the demo has sent to `target`. */
  async readCode(target: string, origin = ''): Promise<string> {
    let code: string | undefined
    await expect
      .poll(async () => {
        const mailbox = await (await this.page.request.get(`${origin}/demo/mailbox`)).text()
        code = mailbox.match(new RegExp(`${target.replace('+', '\\+')}</td><td>(\\d{6})`))?.[1]
        return code
      })
      .toMatch(/^\d{6}$/)
    return code as string
  }

  /** Creates a public report of a finished French test of the signed-in account. @returns its URL */
  async shareReport(): Promise<string> {
    const { request } = this.page
    const assessment_id = await this.answerByApi('french', QUESTIONS)
    const shared = await request.post('/v1/reports', { data: { assessment_id } })
    expect(shared.status()).toBe(201)
    return (await shared.json()).data.url
  }

  /**
   * Starts a test and answers some of its questions without the page: the first `right` correctly, the others with "I
   * don't know".
   * @returns its id
   */
  async answerByApi(language: Language, count: number, right = 0, origin = ''): Promise<string> {
    const { request } = this.page
    let sent: { address: string; cookie: string } | undefined
    // The browser gets the cookies from the start; sending answers without it takes half the processor time.
    const ask = async (method: string, path: string, data: object): Promise<Attempt> => {
      if (!sent) {
        const reply = await request.fetch(`${origin}${path}`, { method, data })
        expect(reply.ok()).toBe(true)
        const cookies = await this.page.context().cookies(reply.url())
        sent = { address: reply.url(), cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
        return (await reply.json()).data
      }
      const headers = { 'content-type': 'application/json', cookie: sent.cookie }
      const reply = await fetch(new URL(path, sent.address), { method, headers, body: JSON.stringify(data) })
      expect(reply.ok).toBe(true)
      return ((await reply.json()) as { data: Attempt }).data
    }
    const choose = (attempt: Attempt, position: number) => (position <= right ? rightChoice(attempt, position) : [])
    return (await takeQuiz(ask, language, choose, count)).id
  }

  /** Shows a question on the page, with those before it already answered. */
  async reachQuestion(position: number, language: Language = 'english', right = 0, origin = ''): Promise<void> {
    await this.answerByApi(language, position - 1, right, origin)
    await this.page.goto(`${origin}/languageassessment/quiz?language=${language}`)
    await this.page.getByRole('button', { name: `Continue from question ${position}` }).click()
    await this.expectQuestion(position)
  }

  /** Shows the last question on the page, to test the end of a test. */
  async reachLastQuestion(language?: Language, right?: number): Promise<void> {
    await this.reachQuestion(QUESTIONS, language, right)
  }

  /** Finishes a test, answering its last question on the page. */
  async reachEnd(language?: Language, right?: number): Promise<void> {
    await this.reachLastQuestion(language, right)
    await this.answer(QUESTIONS, QUESTIONS)
  }

  /** Opens the result of a test finished without the page, which costs half as much as finishing it there. */
  async openResult(language: Language = 'english', right = 0): Promise<void> {
    await this.answerByApi(language, QUESTIONS, right)
    await this.page.goto(`/languageassessment/quiz?language=${language}#last`)
  }

  /** Goes from the URL to the first question. */
  async startTest(language = 'english'): Promise<void> {
    await this.page.goto(`/languageassessment/quiz?language=${language}`)
    await this.page.getByRole('button', { name: 'Start the test' }).click()
    await this.expectQuestion(1)
  }

  /**
   * Answers `from` to `to` with the option at `index`, in any interface language; 4 is "I don't know". Each question
   * accepts answers half a second after it appears.
   */
  async answer(from: number, to: number, index = 4): Promise<void> {
    const takesAnswers = (position: number) => {
      const tile = document.querySelector(`fieldset[data-question="${position}"] label`)
      return tile !== null && getComputedStyle(tile).pointerEvents !== 'none'
    }
    for (let position = from; position <= to; position++) {
      await this.page.waitForFunction(takesAnswers, position, { polling: 50 })
      await this.page.keyboard.press(String(index + 1))
    }
  }

  /** Skips drawing pictures that a test doesn't look at, because drawing one takes as much processor time as a page. */
  async drawNoPicture(): Promise<void> {
    await this.page.route('**/picture.png*', (route) => route.fulfill({ contentType: 'image/png', body: PIXEL }))
  }

  /** Keeps the test's end on the screen once it appears, until the returned function releases the result. */
  async holdResult(): Promise<() => void> {
    const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>()
    await this.page.route(`**/answers/${QUESTIONS}`, async (route) => {
      await mayCome
      await route.continue()
    })
    return letCome
  }

  /** Answers the last question and stays on the test's end. */
  async stayAtEnd(): Promise<() => void> {
    const letCome = await this.holdResult()
    await this.answer(QUESTIONS, QUESTIONS)
    return letCome
  }

  /** Answers every question from `from` on with "I don't know". */
  async finishTest(from = 1): Promise<void> {
    await this.answer(from, QUESTIONS)
  }
}
