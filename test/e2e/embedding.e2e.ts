import type { FrameLocator, Page } from '@playwright/test'
import { QUESTIONS } from '#quiz/constants.ts'
import { test as base, expect, QuizPage } from './fixtures.ts'

/** The quiz, and the sites around it. */
const test = base.extend<{ sites: { quiz: string; school: string; stranger: string; sibling: string } }>({
  // The server is up once its fixture is ready.
  sites: ({ server, hosts }, use) => use({ ...hosts, quiz: server.origin }),
})

type Message = { data: { type: string; height?: number; level?: string; than?: number }; origin: string }

const messagesOf = (page: Page) => page.evaluate(() => (window as unknown as { messages: Message[] }).messages)

/** Answers with "I don't know". */
async function answer(frame: FrameLocator, from: number, to: number): Promise<void> {
  for (let position = from; position <= to; position++) {
    const question = frame.locator(`fieldset[data-question="${position}"]`)
    await question.locator('label').nth(4).click()
  }
}

test('a whole test in another site’s frame: reload, resize, message, sign-up in our own tab, and the result', async ({
  page,
  context,
  sites,
}) => {
  await page.goto(`${sites.school}/frame`)
  const element = page.locator('iframe')
  await expect(element).toHaveAttribute('title', 'French test')
  const frame = page.frameLocator('iframe')
  const { promise: mayCome, resolve: letTokenCome } = Promise.withResolvers<void>()
  await page.route('**/handover', async (route) => {
    await mayCome
    await route.continue()
  })
  await frame.getByRole('button', { name: 'Start the test' }).click()
  await answer(frame, 1, 1)
  await expect(frame.locator('fieldset[data-question="2"]')).toBeVisible()
  await page.reload()
  // If frames have no storage in this browser, only the visitor's cookie leads back.
  const resumed = frame.locator('fieldset[data-question="2"]')
  const goOn = frame.getByRole('button', { name: 'Continue from question 2' })
  await expect(goOn.or(resumed)).toBeVisible()
  if (await goOn.isVisible()) await goOn.click()
  await answer(frame, 2, QUESTIONS)
  await expect(frame.getByRole('heading', { name: 'Sign up to see your report card' })).toBeVisible()

  const messages = await messagesOf(page)
  expect(new Set(messages.map(({ origin }) => origin))).toEqual(new Set([sites.quiz]))
  const finished = messages.filter(({ data }) => data.type === 'language-assessment:finished')
  expect(finished.map(({ data }) => data)).toEqual([
    { type: 'language-assessment:finished', language: 'french', level: 'A1', than: expect.any(Number) },
  ])
  await expect
    .poll(async () => {
      const inner = await frame.locator('body').evaluate((body) => body.getBoundingClientRect().height)
      const outer = await element.evaluate((iframe) => iframe.getBoundingClientRect().height)
      return outer - Math.ceil(inner)
    })
    .toBe(0)
  expect(await frame.locator('html').evaluate((html) => html.scrollHeight > html.clientHeight)).toBe(false)

  const cookies = await context.cookies(sites.quiz)
  expect(cookies.filter(({ name }) => name.endsWith('visitor'))).toEqual([
    expect.objectContaining({
      name: 'embedded_visitor',
      sameSite: 'None',
      secure: true,
      httpOnly: true,
      partitionKey: 'http://localhost',
    }),
  ])

  // A press before the tab's token arrives waits for it.
  const opened = context.waitForEvent('page')
  await frame.getByRole('button', { name: 'Sign up in a new tab' }).click()
  letTokenCome()
  const tab = await opened
  await expect(tab.getByRole('heading', { name: 'Sign up to see your report card' })).toBeVisible()
  await expect(tab).toHaveURL(`${sites.quiz}/languageassessment/quiz?language=french`)
  await expect(frame.getByText('Your report is open in the other tab.')).toBeVisible()
  expect(await tab.evaluate(() => window.opener)).toBeNull()

  await new QuizPage(tab).signIn(sites.quiz)
  await tab.reload()
  await expect(tab.getByText('Your French language level is A1')).toBeVisible()
  await expect(tab.getByText(`You scored higher than ${finished[0]?.data.than}%`)).toBeVisible()

  // The frame continues by itself.
  await frame.getByRole('button', { name: 'Retake' }).click()
  await expect(frame.locator('fieldset[data-question="1"]')).toBeVisible()
})

test('on the quiz’s own site, signed-in people get the result in the frame, immediately and later; links open tabs', {
  tag: '@slow',
}, async ({ page, context, sites }) => {
  const quiz = new QuizPage(page)
  await quiz.signIn(sites.quiz)
  await quiz.answerByApi('french', QUESTIONS - 1, 0, sites.quiz)
  await page.goto(`${sites.sibling}/frame`)
  const frame = page.frameLocator('iframe')
  await frame.getByRole('button', { name: `Continue from question ${QUESTIONS}` }).click()
  await answer(frame, QUESTIONS, QUESTIONS)
  await expect(frame.getByText('Your French language level is A1')).toBeVisible()
  // The embedding page has its own name and legal pages.
  await expect(frame.locator('body > header > a, body > footer').filter({ visible: true })).toHaveCount(0)
  const opened = context.waitForEvent('page')
  await frame.getByRole('link', { name: 'All French teachers' }).click()
  await expect(await opened).toHaveURL(`${sites.quiz}/teachers/french`)

  await page.goto(`${sites.sibling}/last`)
  await expect(frame.getByText('Your French language level is A1')).toBeVisible()
  await expect(frame.getByRole('heading', { name: 'Teachers for you' })).toBeVisible()
})

test('the button opens a dialog, which only then loads the frame, and returns the focus', async ({ page, sites }) => {
  const violations: string[] = []
  page.on('console', (message) => violations.push(message.text()))
  await page.goto(`${sites.school}/button`)
  const button = page.getByRole('button', { name: 'Test your level' })
  await expect(button).toHaveCSS('background-color', 'rgb(44, 75, 216)')
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expect(page.locator('iframe')).toHaveCount(0)
  await button.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Test your level' })
  await expect(dialog).toBeVisible()
  // A resize mustn't move the content, or a press would miss.
  const opened = await dialog.boundingBox()
  await expect(page.locator('iframe')).toHaveAttribute('style', /height/)
  expect((await dialog.boundingBox())?.y).toBe(opened?.y)
  await page.frameLocator('iframe').getByRole('button', { name: 'French' }).click()
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Your French test' })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(button).toBeFocused()
  await button.press('Enter')
  await page.frameLocator('iframe').getByRole('button', { name: 'Start the test' }).press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  expect(violations).toEqual([])
})

test('several embeds on one page work independently and leave no globals', { tag: '@slow' }, async ({
  page,
  sites,
}) => {
  await page.goto(`${sites.school}/both`)
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Your German test' })).toBeVisible()
  await expect(page.getByRole('button')).toHaveText(['Language Assessment', 'Second'])
  const left = await page.evaluate(() => ['script', 'make', 'sheet', 'makeFrame'].filter((name) => name in window))
  expect(left).toEqual([])
})

test('the browser refuses to frame the quiz on unlisted origins, and our other pages anywhere', async ({
  page,
  sites,
}) => {
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  await page.goto(`${sites.stranger}/frame`)
  await refused
  await expect(page.frameLocator('iframe').getByRole('button', { name: 'Start the test' })).toHaveCount(0)
  expect((await messagesOf(page)).filter(({ origin }) => origin === sites.quiz)).toEqual([])

  const response = await page.request.get(`${sites.quiz}/languageassessment/quiz`)
  expect(response.headers()['x-frame-options']).toBe('DENY')
  expect(response.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
})

test('if the browser blocks cookies in frames, the frame offers the test in a tab', async ({ page, sites }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => undefined })
  })
  await page.goto(`${sites.school}/frame`)
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('link', { name: 'Open the test in a new tab' })).toHaveAttribute(
    'href',
    '/languageassessment/quiz?language=french',
  )
  await expect(frame.getByRole('button', { name: 'Start the test' })).toBeHidden()
})
