import type { Page } from '@playwright/test'
import { urls } from '#contract/urls.ts'
import { answerWithFault } from '#harness/peers/faults.ts'
import {
  besideMarketplace,
  type LoginBehavior,
  type StandInMarketplace,
  startMarketplace,
} from '#harness/peers/marketplace.ts'
import type { RunningServer } from '#harness/server-process.ts'
import { listen, readText } from '#server/demo/identity/stand-in.ts'
import { expect, QuizPage, startDemo, test } from './fixtures.ts'

const WALL = 'Sign up to see your report card'
/** As in production: quiz and marketplace on hosts of one domain, which the marketplace's session cookie covers. */
const DOMAIN = 'shop.localhost'

const onHost = (name: string, url: string) => url.replace('127.0.0.1', `${name}.${DOMAIN}`)

/** The marketplace's sign-in page: signs in as a demo account at `market` and redirects back. */
async function startSignInPage(market: string) {
  return listen(async (request, response) => {
    const asked = new URL(request.url ?? '/', 'http://here.invalid').searchParams
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/html')
      response.end(`<title>Market</title><h1>Sign in by ${asked.get('method')}</h1>
        <form method="post"><button>Sign in as Rita</button></form>`)
      return
    }
    await readText(request)
    const reply = await fetch(`${market}/demo/accounts`, {
      method: 'POST',
      body: new URLSearchParams({ email: 'russia@demo.invalid' }),
      redirect: 'manual',
    })
    const sid = reply.headers
      .getSetCookie()
      .join()
      .match(/sid=([\w-]+)/)?.[1]
    response.setHeader('set-cookie', `sid=${sid}; Domain=${DOMAIN}; Path=/; HttpOnly; SameSite=Lax`)
    response.writeHead(303, { location: asked.get('next') ?? '/' }).end()
  })
}

/** A second instance, the served product, with the marketplace at `url`. */
async function startBeside(url: string, signInUrl: string) {
  const server = await startDemo(
    {
      MARKETPLACE_API_URL: url,
      MARKETPLACE_SESSION_COOKIE: 'sid',
      MARKETPLACE_SIGNIN_URL: signInUrl,
      WEB_BASE_URL: url,
    },
    'serve',
  )
  return { server, origin: onHost('quiz', server.origin) }
}

async function finishTest(page: Page, origin: string): Promise<void> {
  const quiz = new QuizPage(page)
  await page.goto(`${origin}/languageassessment/quiz?language=french`)
  await page.getByRole('button', { name: 'Start the test' }).click()
  await quiz.finishTest()
}

test('with a marketplace on another host: sign-up there leads back to the result, with its teachers and its profile', async ({
  quiz,
  server: market,
}) => {
  const { page } = quiz
  const signIn = await startSignInPage(market.origin)
  const { server, origin } = await startBeside(market.origin, `${onHost('www', signIn.url)}/sign-in`)
  try {
    await finishTest(page, origin)
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
    const foundation = await fetch(`${market.origin}/v2/me/foundation`, {
      headers: { cookie: `sid=${session?.value}` },
    })
    expect((await foundation.json()).data.language_list).toContainEqual({
      language: 'french',
      level: 1,
      is_learning: true,
    })
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
    await expect(page).toHaveURL(new RegExp(`^${market.origin}/teacher/\\d+/french$`))

    await page.context().clearCookies({ name: 'sid' })
    await page.goto(`${origin}/languageassessment/quiz`)
    await expect(page.getByRole('heading', { name: WALL })).toBeVisible()
  } finally {
    await Promise.all([server.stop(), signIn.close()])
  }
})

// Without the fixture `quiz`: the browser itself writes failed requests to the console.
test('a marketplace that never answers: the quiz continues, logged out', async ({ page }) => {
  const hanging = await listen((_request, response) => answerWithFault('no answer', response))
  const { server, origin } = await startBeside(hanging.url, `${hanging.url}/sign-in`)
  try {
    await page.context().addCookies([{ name: 'sid', value: 'session', domain: `.${DOMAIN}`, path: '/' }])
    await finishTest(page, origin)
    await expect(page.getByRole('heading', { name: WALL })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: WALL })).toBeVisible()
    await page.getByRole('button', { name: 'Retake' }).click()
    await new QuizPage(page).expectQuestion(1)
  } finally {
    await Promise.all([server.stop(), hanging.close()])
  }
})

test.describe('who is signed in there', () => {
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
    const json = { error: { code: 'too_many_requests', message: 'Later.', request_id: '1' } }
    await page.route(/\/v1\/assessments(\?|$)/, (route) => route.fulfill({ status: 429, json }))
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
})
