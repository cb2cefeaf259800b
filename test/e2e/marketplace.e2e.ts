import type { Page } from '@playwright/test'
import { answerWithFault } from '#harness/peers/faults.ts'
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
