import type { Page } from '@playwright/test'
import { documentedEvents } from '#harness/documented-events.ts'
import { QUESTIONS } from '#quiz/constants.ts'
import { expect, QuizPage, test } from './fixtures.ts'
import { recordEvents } from './sent-events.ts'

/** Clicks links without leaving the page. */
const stayOnPage = (page: Page) =>
  page.evaluate(() => {
    document.addEventListener('click', (event) => (event.target as Element).closest('a') && event.preventDefault())
  })

const APP = 'Mozilla/5.0 (Linux; Android 16) Mobile LanguageQuizApp/9.1'

test('a whole journey sends the events in docs/events.md in batches, all accepted and with the flow id', async ({
  quiz,
  browser,
  server,
}) => {
  const { page } = quiz
  const sent = await recordEvents(page)
  await quiz.drawNoPicture()
  const names = () => sent.map(({ name }) => name)
  const statuses: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/v1/events')) statuses.push(response.status())
  })
  // A batch sent as the page unloads does not reach the test.
  const expectSent = (name: string) => expect.poll(names).toContain(name)
  await page.goto('/languageassessment')
  await expectSent('view_free_assessment_landing_page')
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByRole('button', { name: 'French' }).click()
  await page.getByRole('button', { name: 'Start the test' }).click()
  await quiz.finishTest()
  await expect(page.getByRole('heading', { name: 'Sign up to see your report card' })).toBeVisible()
  await expectSent('view_signup')
  expect(names()).toEqual([
    'view_free_assessment_landing_page',
    'select_language',
    ...new Array(QUESTIONS).fill('view_question'),
    'view_signup',
  ])
  const flowIds = () => new Set(sent.slice(1).map(({ properties }) => properties.flow_id))
  expect(String(sent[0]?.properties.flow_id)).toMatch(/^0-english-\d{13}$/)
  expect(flowIds().size).toBe(1)
  const [flowId] = flowIds()
  expect(String(flowId)).toMatch(/^0-french-\d{13}$/)
  const kept = () => page.evaluate(() => [localStorage.ASSESSMENT_FLOW_ID, sessionStorage.ASSESSMENT_FLOW_ID])
  expect(await kept()).toEqual([flowId, flowId])

  await quiz.signIn()
  await page.reload()
  await stayOnPage(page)
  await page
    .getByRole('listitem')
    .getByRole('link', { name: /per lesson/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Share my report' }).click()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expectSent('share_report')
  expect(new Set(statuses)).toEqual(new Set([202]))
  // Each batch contains two seconds of events.
  expect(statuses.length).toBeLessThan(sent.length)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Retake' }).click()
  await quiz.expectQuestion(1)
  expect((await kept())[0]).not.toBe(flowId)

  const context = await browser.newContext({ baseURL: server.origin, userAgent: APP })
  const app = await context.newPage()
  const sentInApp = await recordEvents(app)
  const explored: string[] = []
  app.on('request', (request) => request.url().includes('card_sets_explore') && explored.push(request.url()))
  const inApp = new QuizPage(app)
  await inApp.signIn()
  await inApp.reachEnd('french')
  for (const heading of ['Teachers for you', 'Vocabulary for you', 'Words worth learning'])
    await expect(app.getByRole('heading', { name: heading })).toBeVisible()
  const sets = app.locator('main a[href*="vocab/detail"]')
  await expect(sets).toHaveCount(2)
  await stayOnPage(app)
  await sets.first().click()
  await sets.last().click()
  const clicks = () => sentInApp.filter(({ name }) => name === 'recommend_vocabulary_click')
  await expect.poll(() => clicks().length).toBe(2)
  expect(new Set(clicks().map(({ properties }) => properties.card_set_id)).size).toBe(2)
  expect(explored).toHaveLength(1)
  // Inside the app every link uses the app's scheme except the account link, which isn't in its table.
  const links = await app.locator('main a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(links.filter((href) => !href.startsWith('languageapp://'))).toEqual(['/account', '/languageassessment/how'])
  expect(links.filter((href) => href.startsWith('languageapp://')).length).toBeGreaterThanOrEqual(5)
  await context.close()

  const documented = documentedEvents()
  // The server records them: src/server/api/events.test.ts compares those.
  documented.delete('answer_question')
  documented.delete('finish_assessment')
  const all = [...sent, ...sentInApp]
  expect([...new Set(all.map(({ name }) => name))].sort()).toEqual([...documented.keys()].sort())
  for (const { name, properties } of all)
    expect([name, Object.keys(properties).sort()]).toEqual([name, documented.get(name)])
})

test('a failure to load teachers is logged and not shown', { tag: '@slow' }, async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server.origin })
  const quiz = new QuizPage(await context.newPage())
  const { page } = quiz
  const sent = await recordEvents(page)
  await page.route('**/v2/teachers', (route) => route.abort())
  await quiz.signIn()
  await quiz.openResult('french')
  await expect(page.getByText('Your French language level is A1')).toBeVisible()
  const failures = () => sent.filter(({ name }) => name === 'recommend_teacher_failure')
  await expect.poll(() => failures().length).toBe(2)
  expect(failures()[0]?.properties).toEqual({ language: 'french', reason: 'unreachable', status: null })
  await expect(page.getByRole('heading', { name: 'Teachers for you' })).toHaveCount(0)
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
  await context.close()
})

test('the flow id contains the learner’s id from the landing page on', { tag: '@slow' }, async ({ quiz }) => {
  const { page } = quiz
  await quiz.signIn()
  const { user_id } = (await (await page.request.get('/v2/login')).json()).data
  await page.goto('/languageassessment')
  const flowId = () => page.evaluate(() => sessionStorage.getItem('ASSESSMENT_FLOW_ID'))
  await expect.poll(flowId).toMatch(new RegExp(`^${user_id}-english-\\d+$`))
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByRole('button', { name: 'English', exact: true }).click()
  const started = page.waitForRequest((request) => new URL(request.url()).pathname === '/v1/assessments')
  await page.getByRole('button', { name: 'Start the test' }).click()
  expect((await started).postDataJSON().flow_id).toBe(await flowId())
})
