import { urls } from '#contract/urls.ts'
import {
  besideMarketplace,
  type LoginBehavior,
  type StandInMarketplace,
  startMarketplace,
} from '#harness/peers/marketplace.ts'
import type { RunningServer } from '#harness/server-process.ts'
import { expect, QuizPage, startDemo, test } from './fixtures.ts'

let market: StandInMarketplace
let beside: RunningServer
let person = 10

test.beforeAll(async () => {
  market = await startMarketplace()
  beside = await startDemo(besideMarketplace(market.url), 'serve')
})
test.beforeEach(async ({ context }) => {
  market.login = 'prompt'
  market.country = null
  // Somebody else in each test.
  person++
  await context.addCookies([{ name: 'sid', value: `${person}-first`, url: beside.origin }])
})
test.afterAll(() => Promise.all([market.close(), beside.stop()]))

/**
 * A learner of the marketplace who is near the end of a test, and has answered two questions of its last round but one
 * on the page.
 */
async function nearEnd(quiz: QuizPage): Promise<void> {
  await quiz.reachQuestion(10, 'german', 0, beside.origin)
  await quiz.answer(10, 11)
  await quiz.expectQuestion(12)
  // An identity is cached for three seconds.
  await quiz.page.waitForTimeout(3100)
}

const signedOut = ({ page }: QuizPage) => page.getByText('You’re signed out. Your answers are saved.')

async function expectOwnResult({ page }: QuizPage): Promise<void> {
  await expect(page.getByText('Your German language level is A1')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sign up to see your report card' })).toBeHidden()
}

for (const login of ['slow', 'hangs', 'status 500', '401 once'] satisfies LoginBehavior[])
  test(`a test continues while /v2/login is ${login}, and after a reload`, async ({ page }) => {
    const quiz = new QuizPage(page)
    await nearEnd(quiz)
    market.login = login
    await quiz.answer(12, 13)
    await quiz.expectQuestion(14)
    await page.reload()
    await quiz.expectQuestion(14)
    await quiz.finishTest(14)
    await expect(page.getByRole('button', { name: 'Retake' })).toBeVisible()
    // On a busy machine, even a slow reply may come after the page has stopped waiting for it.
    market.login = 'prompt'
    await expectOwnResult(quiz)
  })

test('a sign-out in mid-test is announced and keeps the answers, which are sent after the next sign-in', async ({
  page,
  context,
}) => {
  const quiz = new QuizPage(page)
  // The one whom the marketplace's page signs in.
  await context.addCookies([{ name: 'sid', value: '7-first', url: beside.origin }])
  await nearEnd(quiz)
  await context.clearCookies({ name: 'sid' })
  await quiz.option(4).click()
  await expect(signedOut(quiz)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Start the test' })).toBeVisible()
  await expect(signedOut(quiz)).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await quiz.expectQuestion(13)
  await quiz.finishTest(13)
  await expectOwnResult(quiz)
})

test('the same with our own sign-in, and the test stays where it is', async ({ page, context }) => {
  const quiz = new QuizPage(page)
  await context.clearCookies()
  await quiz.signIn()
  await quiz.reachQuestion(8, 'german')
  await quiz.answer(8, 9)
  await quiz.expectQuestion(10)
  const session = (await context.cookies()).filter(({ name }) => name === 'sid')
  await context.clearCookies({ name: 'sid' })
  await quiz.answer(10, 12)
  await expect(signedOut(quiz)).toBeVisible()
  await context.addCookies(session)
  await quiz.finishTest(13)
  await expectOwnResult(quiz)
})

test('a visitor who cannot continue a test is told', async ({ page, context }) => {
  const quiz = new QuizPage(page)
  await context.clearCookies()
  await quiz.signIn()
  await quiz.startTest('german')
  await quiz.answer(1, 1)
  await quiz.expectQuestion(2)
  await page.request.delete('/v1/account')
  await quiz.option(4).click()
  await expect(page.getByText('You can’t continue that test anymore.')).toBeVisible()
  await page.getByRole('button', { name: 'Start the test' }).click()
  await quiz.expectQuestion(1)
})

test('a session that has ended since the page was opened keeps nobody from a test: it begins signed out', async ({
  page,
  context,
}) => {
  const quiz = new QuizPage(page)
  await context.clearCookies()
  await quiz.signIn()
  await page.goto(urls.quizIn('german'))
  await context.clearCookies({ name: 'sid' })
  const starts: [number, string][] = []
  page.on('response', (reply) => {
    if (new URL(reply.url()).pathname !== urls.attempts) return
    const { flow_id } = reply.request().postDataJSON()
    starts.push([reply.status(), flow_id.replace(/-.*/, '') === '0' ? 'nobody' : 'somebody'])
  })
  await page.getByRole('button', { name: 'Start the test' }).click()
  await quiz.expectQuestion(1)
  expect(starts).toEqual([
    [400, 'somebody'],
    [201, 'nobody'],
  ])
})

test('taking very many tests says to come back later', async ({ page }) => {
  const refusal = { error: { code: 'too_many_requests', message: 'Later.', request_id: '1' } }
  await page.route(/\/v1\/assessments(\?|$)/, (route) => route.fulfill({ status: 429, json: refusal }))
  await page.goto(`${beside.origin}${urls.quizIn('german')}&hl=de`)
  await page.getByRole('button', { name: 'Test starten' }).click()
  await expect(page.getByText('Mach bitte eine Pause und komm später wieder.')).toBeVisible()
})

for (const [country, own, other] of [
  ['RU', 'Continue with VK', 'CONTINUE with email/phone'],
  ['CN', 'CONTINUE with email/phone', 'Continue with VK'],
] as const)
  test(`signed out, the wall is that of ${country} if /v2/login says so`, async ({ page, context }) => {
    await context.clearCookies()
    market.country = country
    // Its reply to an address is cached for three seconds.
    const quizPage = async () => (await fetch(`${beside.origin}${urls.quiz}`)).text()
    await expect.poll(quizPage).toContain(`"country_id":"${country}"`)
    await page.addInitScript(() => sessionStorage.setItem('ASSESSMENT_OPTION_STORE_KEY', '{"level":"B2","than":77}'))
    for (const visit of ['first', 'second']) {
      await page.goto(`${beside.origin}${urls.quiz}`)
      await expect(page.getByRole('heading', { name: 'Sign up to see your report card' })).toBeVisible()
      await expect(
        page.getByRole('link', { name: own }).or(page.getByRole('button', { name: own })),
        visit,
      ).toBeVisible()
      await expect(page.getByText(other)).toHaveCount(0)
      market.country = null
    }
  })
