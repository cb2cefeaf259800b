import { test as base, expect, type Page } from '@playwright/test'
import { type RunningServer, startServer } from '../running-server.ts'

/** A server of its own for each worker, and a page that fails its test on any console message or page error. */
export const test = base.extend<{ quiz: QuizPage }, { server: RunningServer }>({
  server: [
    async ({ playwright: _ }, use) => {
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => {
    await use(server.origin)
  },
  quiz: async ({ page }, use) => {
    const messages: string[] = []
    page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`))
    page.on('pageerror', (error) => messages.push(`error: ${error.message}`))
    await use(new QuizPage(page))
    const unexpected = messages.filter(
      (message) =>
        !message.includes('net::ERR_INTERNET_DISCONNECTED') && !message.includes('net::ERR_CONNECTION_REFUSED'),
    )
    expect(unexpected).toEqual([])
  },
})

export { expect } from '@playwright/test'

/** What a visitor does, in words. */
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

  async expectQuestion(position: number): Promise<void> {
    await expect(this.page.getByRole('heading', { name: `Question ${position} of 15` })).toBeAttached()
    await expect(this.page.locator(`fieldset[data-question="${position}"]`)).toBeVisible()
  }

  /** From the address to the first question. */
  async startTest(language = 'english'): Promise<void> {
    await this.page.goto(`/languageassessment/quiz?language=${language}`)
    await this.page.getByRole('button', { name: 'Start the test' }).click()
    await this.expectQuestion(1)
  }

  /** Answers `from` to `to` with the option at `index`; 4 is "I don't know". */
  async answer(from: number, to: number, index = 4): Promise<void> {
    for (let position = from; position <= to; position++) {
      await this.expectQuestion(position)
      await this.option(index).click()
    }
  }
}
