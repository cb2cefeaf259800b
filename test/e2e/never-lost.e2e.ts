import { QUESTIONS, ROUND_SIZE } from '#quiz/constants.ts'
import { expect, QuizPage, repeatResult, test } from './fixtures.ts'

test('a reload continues at the same question, and Back returns to the guide and keeps the attempt', async ({
  quiz,
}) => {
  const { page } = quiz
  await page.goto('/languageassessment/quiz')
  await page.getByRole('button', { name: 'Spanish' }).click()
  await page.getByRole('button', { name: 'Start the test' }).click()
  await quiz.answer(1, 4)
  await quiz.expectQuestion(5)
  const shown = () =>
    quiz.question
      .locator('p, img')
      .first()
      .evaluate((node) => node.outerHTML)
  const sentence = await shown()
  await page.reload()
  await quiz.expectQuestion(5)
  expect(await shown()).toBe(sentence)
  await page.goBack()
  await page.getByRole('button', { name: 'Continue from question 5' }).click()
  await quiz.expectQuestion(5)
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'I want to test my...' })).toBeVisible()
  await page.goForward()
  await page.goForward()
  await quiz.expectQuestion(5)
})

test("another tab offers to continue, and the first tab catches up when it's visible again", async ({
  quiz,
  context,
}) => {
  await quiz.signIn()
  await quiz.reachQuestion(10, 'french')
  const second = new QuizPage(await context.newPage())
  await second.page.goto('/languageassessment/quiz?language=french')
  await second.page.getByRole('button', { name: 'Continue from question 10' }).click()
  await second.answer(10, 13)
  await second.expectQuestion(14)

  // The first tab still shows question 10: answering it changes nothing and leads to the current question.
  await quiz.answer(10, 10)
  await quiz.expectQuestion(14)
  await second.finishTest(14)
  await expect(second.page.getByText('Your French language level is A1')).toBeVisible()
  await quiz.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(quiz.page.getByText('Your French language level is A1')).toBeVisible()
})

test('offline mid-test: a calm notice, the round can be finished, and all answers are sent in order afterwards', async ({
  quiz,
  context,
}) => {
  const { page } = quiz
  await quiz.startTest('korean')
  await quiz.answer(1, 1)
  await quiz.expectQuestion(2)
  await context.setOffline(true)
  await quiz.answer(2, 2)
  await quiz.expectQuestion(3)
  await expect(page.getByText('You’re offline. Your answers are saved')).toBeVisible()
  await quiz.answer(3, 3)
  const waiting = () =>
    page.evaluate(() => JSON.parse(sessionStorage.getItem('ASSESSMENT_ANSWER_QUEUE') ?? '[]').length)
  await expect.poll(waiting).toBe(2)
  await expect(quiz.question).toHaveAttribute('aria-busy', 'true')
  await quiz.expectQuestion(3)
  await context.setOffline(false)
  await quiz.expectQuestion(4)
  await expect.poll(waiting).toBe(0)
  await expect(page.getByText('You’re offline.')).toBeHidden()
})

test('offline at the last answer: the result comes when the connection is back', async ({ quiz, context }) => {
  const { page } = quiz
  await quiz.signIn()
  await quiz.reachLastQuestion('chinese')
  await context.setOffline(true)
  await quiz.answer(QUESTIONS, QUESTIONS)
  await expect(page.getByText('You’re offline.')).toBeVisible()
  await expect(page.getByText('100%')).toBeAttached()
  await expect(page.getByRole('heading', { name: 'Almost done!' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Your Chinese language level is A1')).toBeVisible()
})

test('answers given while the server is down survive a reload', async ({ quiz }) => {
  await quiz.startTest('japanese')
  await quiz.answer(1, 1)
  await quiz.expectQuestion(2)
  await quiz.page.route('**/answers/**', (route) => route.abort('connectionrefused'))
  await quiz.answer(2, 2)
  await quiz.expectQuestion(3)
  await expect(quiz.page.getByText('You’re offline.')).toBeVisible()
  await quiz.page.reload()
  await quiz.expectQuestion(3)
  await quiz.page.unroute('**/answers/**')
  await quiz.answer(3, 3)
  await quiz.expectQuestion(4)
})

test('an answer that arrives while the next page is loading counts there, also at the end of a round', async ({
  quiz,
}) => {
  const { page } = quiz
  await quiz.startTest('italian')
  let last = 0
  for (const position of [2, ROUND_SIZE]) {
    await quiz.answer(last + 1, position - 1)
    await quiz.expectQuestion(position)
    await page.waitForLoadState('networkidle')
    const { promise: rendered, resolve: isRendered } = Promise.withResolvers<void>()
    await page.route(`**/answers/${position}`, async (route) => {
      await rendered
      await route.continue()
    })
    await page.route('**/quiz?*', async (route) => {
      const response = await route.fetch()
      const acknowledged = page.waitForResponse(`**/answers/${position}`)
      isRendered()
      await (await acknowledged).finished()
      await route.fulfill({ response })
    })
    await quiz.answer(position, position)
    await page.reload()
    await quiz.expectQuestion(position + 1)
    await page.unroute('**/quiz?*')
    last = position
  }
})

test('the result loads its missing parts once online', async ({ quiz }) => {
  const { page } = quiz
  await quiz.answerByApi('german', 9)
  await page.goto('/languageassessment/quiz?language=german', { waitUntil: 'networkidle' })
  const isAsked = page.waitForRequest('**/assets/result-*.css')
  // Everything except the test's own assets, which a busy browser may not have requested yet.
  const assets = /\/static\/assets\/(?!test-)/
  await page.route(assets, (route) => route.abort('internetdisconnected'))
  await page.getByRole('button', { name: 'Continue from question 10' }).click()
  await isAsked
  await quiz.answer(10, 14)
  await quiz.expectQuestion(QUESTIONS)
  await page.unroute(assets)
  await quiz.finishTest(QUESTIONS)
  await expect(page.getByRole('heading', { name: 'Sign up to see your report card' })).toBeVisible()
  await expect(page.locator('main')).toHaveCSS('max-width', '1200px')
})

test('a stored result keeps its card and share button, even after many more tests', { tag: '@slow' }, async ({
  quiz,
  server,
}) => {
  const { page } = quiz
  await quiz.signIn()
  const answered = await page.request.post('/v2/me/onboarding', {
    data: { primary_learning_language: 'german', primary_learning_level: 3 },
  })
  expect(answered.status()).toBe(200)
  const id = await quiz.answerByApi('italian', QUESTIONS)
  await page.goto('/languageassessment/quiz?language=italian#last')
  await expect(page.getByText('Your Italian language level is A1')).toBeVisible()
  await repeatResult(server.databaseUrl, id, 9)
  await page.reload()
  await expect(page.getByText('Your Italian language level is A1')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Use this result in your profile' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Share my report' })).toBeVisible()
})
