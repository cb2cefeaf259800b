import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Page } from '@playwright/test'
import { urls } from '#contract/urls.ts'
import { marketplaceSettings, type StandInMarketplace, startMarketplace } from '#harness/peers/marketplace.ts'
import type { RunningServer } from '#harness/server-process.ts'
import { QUESTIONS } from '#quiz/constants.ts'
import { type Listening, listen, readText } from '#server/demo/identity/stand-in.ts'
import { expect, QuizPage, startOther, test } from './fixtures.ts'

const WALL = 'Sign up to see your report card'

/** A marketplace that misbehaves as set by a test, or the demo, which serves everything. */
let standIn: StandInMarketplace
let target: 'stand-in' | 'demo'
let market: Listening
/** The served product, with that marketplace. */
let linkedQuiz: RunningServer
let person = 10

/** Passes a request on, with its reply. */
function forward(to: string, request: IncomingMessage, response: ServerResponse): void {
  const { method, headers } = request
  const passed = ask(new URL(request.url ?? '/', to), { method, headers }, (reply) => {
    response.writeHead(reply.statusCode ?? 500, reply.headers)
    reply.pipe(response)
  })
  passed.on('error', () => response.destroy())
  response.on('close', () => passed.destroy())
  request.pipe(passed)
}

/** The marketplace's sign-in page: signs in as a demo account there and redirects back. */
async function signIn(demo: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = new URL(request.url ?? '/', 'http://here.invalid').searchParams
  if (request.method === 'GET') {
    response.setHeader('content-type', 'text/html')
    response.end(`<title>Market</title><h1>Sign in by ${asked.get('method')}</h1>
      <form method="post"><button>Sign in as Rita</button></form>`)
    return
  }
  await readText(request)
  const reply = await fetch(`${demo}/demo/accounts`, {
    method: 'POST',
    body: new URLSearchParams({ email: 'russia@demo.invalid' }),
    redirect: 'manual',
  })
  response.writeHead(303, { location: asked.get('next') ?? '/', 'set-cookie': reply.headers.getSetCookie() }).end()
}

// One server for all tests, next to one marketplace that changes.
test.describe.configure({ mode: 'default' })
test.beforeAll(async ({ server }) => {
  standIn = await startMarketplace()
  market = await listen((request, response) => {
    if (target === 'stand-in') forward(standIn.url, request, response)
    else if (request.url?.startsWith('/sign-in')) void signIn(server.origin, request, response)
    else forward(server.origin, request, response)
  })
  linkedQuiz = await startOther('serve', marketplaceSettings(market.url))
})
test.beforeEach(async ({ context }) => {
  target = 'stand-in'
  standIn.login = 'prompt'
  standIn.country = null
  // A different user in each test.
  person++
  await context.addCookies([{ name: 'sid', value: `${person}-first`, url: linkedQuiz.origin }])
})
test.afterAll(() => Promise.all([linkedQuiz.stop(), market.close(), standIn.close()]))

async function finishTest(page: Page): Promise<void> {
  const quiz = new QuizPage(page)
  await quiz.reachQuestion(QUESTIONS, 'french', 0, linkedQuiz.origin)
  await quiz.answer(QUESTIONS, QUESTIONS)
}

// Without the fixture `quiz`: on a busy machine, a call to the marketplace may time out, which the browser logs.
test('sign-up at the marketplace leads back to the result, with its teachers and its profile', async ({
  page,
  context,
}) => {
  const quiz = new QuizPage(page)
  const { origin } = linkedQuiz
  target = 'demo'
  await context.clearCookies()
  await finishTest(page)
  await expect(page.getByRole('heading', { name: WALL })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Continue with Google' })).toHaveAttribute('href', /method=google$/)
  await page.getByRole('link', { name: 'Continue with email or phone' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in by email_or_phone' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign in as Rita' }).click()

  await expect(page.getByText('Your French language level is A1')).toBeVisible()
  expect(page.url()).toBe(`${origin}/languageassessment/quiz?language=french`)
  await expect(page.getByRole('article').getByText('Rita from Russia')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'your account' })).toHaveCount(0)
  const teachers = page.getByRole('region', { name: 'Teachers for you' }).getByRole('listitem')
  await expect(teachers).toHaveCount(2)
  await page.getByRole('button', { name: 'Use', exact: true }).click()
  await page.getByRole('button', { name: 'Training my brain' }).click()
  await expect(page.getByText('Profile modified!')).toBeVisible()
  const [session] = (await page.context().cookies(origin)).filter(({ name }) => name === 'sid')
  const foundation = await fetch(`${market.url}/v2/me/foundation`, {
    headers: { cookie: `sid=${session?.value}` },
  })
  expect((await foundation.json()).data.language_list).toContainEqual({
    language: 'french',
    level: 1,
    is_learning: true,
  })
  await quiz.drawNoPicture()
  await page.getByRole('button', { name: 'Share my report' }).click()
  const sheet = page.getByRole('dialog', { name: 'Share my report' })
  await sheet.getByRole('button', { name: 'Copy link' }).click()
  const stop = sheet.getByRole('button', { name: 'Stop sharing' })
  await expect(stop).toBeVisible()
  await expect(sheet.getByRole('link', { name: 'your account' })).toHaveCount(0)
  const stopped = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await stop.click()
  expect((await stopped).status()).toBe(204)
  await expect(sheet).toHaveCount(0)
  await teachers.first().getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`^${market.url}/teacher/\\d+/french$`))

  await page.context().clearCookies({ name: 'sid' })
  await page.goto(`${origin}/languageassessment/quiz`)
  await expect(page.getByRole('heading', { name: WALL })).toBeVisible()
})

// Without the fixture `quiz`: the browser itself logs failed requests to the console.
test('a marketplace that never answers: the quiz continues, signed out', async ({ page }) => {
  standIn.login = 'hangs'
  await finishTest(page)
  await expect(page.getByRole('heading', { name: WALL })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: WALL })).toBeVisible()
  await page.getByRole('button', { name: 'Retake' }).click()
  await new QuizPage(page).expectQuestion(1)
})

/**
 * A learner of the marketplace near the end of a test, who has answered two questions of the second-to-last round on
 * the page.
 */
async function nearEnd(quiz: QuizPage): Promise<void> {
  await quiz.reachQuestion(10, 'german', 0, linkedQuiz.origin)
  await quiz.answer(10, 11)
  await quiz.expectQuestion(12)
}

const signedOut = ({ page }: QuizPage) => page.getByText('You’re signed out. Your answers are saved.')

async function expectOwnResult({ page }: QuizPage): Promise<void> {
  await expect(page.getByText('Your German language level is A1')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sign up to see your report card' })).toBeHidden()
}

test('a test continues while /v2/login hangs, and after a reload', async ({ page }) => {
  const quiz = new QuizPage(page)
  await nearEnd(quiz)
  // An identity is cached for three seconds.
  await page.waitForTimeout(3100)
  standIn.login = 'hangs'
  await quiz.answer(12, 13)
  await quiz.expectQuestion(14)
  await page.reload()
  await quiz.expectQuestion(14)
  await quiz.finishTest(14)
  await expect(page.getByRole('button', { name: 'Retake' })).toBeVisible()
  standIn.login = 'prompt'
  await expectOwnResult(quiz)
})

test('a sign-out mid-test is announced and keeps the answers, which are sent after the next sign-in', async ({
  page,
  context,
}) => {
  const quiz = new QuizPage(page)
  // The user that the marketplace's page signs in.
  await context.addCookies([{ name: 'sid', value: '7-first', url: linkedQuiz.origin }])
  await nearEnd(quiz)
  await context.clearCookies({ name: 'sid' })
  await quiz.answer(12, 12)
  await expect(signedOut(quiz)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Start the test' })).toBeVisible()
  await expect(signedOut(quiz)).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await quiz.expectQuestion(13)
  await quiz.finishTest(13)
  await expectOwnResult(quiz)
})

test('the same with our own sign-in, and the test stays where it is', { tag: '@slow' }, async ({ page, context }) => {
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

test("a test that can't be continued is abandoned with an explanation; an ended session doesn't prevent a new test", async ({
  page,
  context,
}) => {
  const quiz = new QuizPage(page)
  await context.clearCookies()
  await quiz.signIn()
  await quiz.startTest('german')
  await quiz.answer(1, 1)
  await quiz.expectQuestion(2)
  expect((await page.request.delete('/v1/account')).ok()).toBe(true)
  await quiz.answer(2, 2)
  await expect(page.getByText('You can’t continue that test anymore.')).toBeVisible()

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

test('after too many tests, the page says to come back later', { tag: '@slow' }, async ({ page }) => {
  const json = { error: { code: 'too_many_requests', message: 'Later.', request_id: '1' } }
  await page.route(/\/v1\/assessments(\?|$)/, (route) => route.fulfill({ status: 429, json }))
  await page.goto(`${linkedQuiz.origin}${urls.quizIn('german')}&hl=de`)
  await page.getByRole('button', { name: 'Test starten' }).click()
  await expect(page.getByText('Mach bitte eine Pause und komm später wieder.')).toBeVisible()
})

test('signed out, the wall is China’s if /v2/login returns that country', { tag: '@slow' }, async ({
  page,
  context,
}) => {
  await context.clearCookies()
  standIn.country = 'CN'
  // Its reply to an address is cached for three seconds.
  const quizPage = async () => (await fetch(`${linkedQuiz.origin}${urls.quiz}`)).text()
  await expect.poll(quizPage).toContain('"country_id":"CN"')
  await page.addInitScript(() => sessionStorage.setItem('ASSESSMENT_OPTION_STORE_KEY', '{"level":"B2","than":77}'))
  for (const visit of ['first', 'second']) {
    await page.goto(`${linkedQuiz.origin}${urls.quiz}`)
    await expect(page.getByRole('heading', { name: WALL }), visit).toBeVisible()
    await expect(page.getByText('CONTINUE with email/phone'), visit).toBeVisible()
    await expect(page.getByText('Continue with VK'), visit).toHaveCount(0)
    standIn.country = null
  }
})
