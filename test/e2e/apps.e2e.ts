import { createHmac, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { APP_TOKEN_SECRET } from '#harness/test-settings.ts'
import { expect, QuizPage, test } from './fixtures.ts'
import { SIGN_IN_PAGE } from './global-setup.ts'

/** A token like the ones from the service behind an app or a mini-program. */
function mint(nickname: string, iat = Math.floor(Date.now() / 1000)): string {
  const claims = { iss: 'app.example', sub: randomUUID(), jti: randomUUID(), iat, exp: iat + 300, nickname }
  const parts = [{ alg: 'HS256', typ: 'JWT' }, claims]
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${signed}.${createHmac('sha256', APP_TOKEN_SECRET).update(signed).digest('base64url')}`
}

test.describe('the mobile app', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 16) LanguageQuizApp/7.2' })

  test('the app opens the quiz with a token: its user is signed in, and the token is in no URL', {
    tag: '@slow',
  }, async ({ quiz }) => {
    const { page } = quiz
    const token = mint('Lena from the app')
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    const exchanged = page.waitForResponse('**/v1/auth/app-sessions')
    await page.goto(`/languageassessment/quiz?language=french#app_token=${token}`)
    expect((await exchanged).status()).toBe(201)
    await expect
      .poll(async () => JSON.parse((await page.locator('#state').textContent()) ?? '').visitor.login.nickname)
      .toBe('Lena from the app')
    expect(new URL(page.url()).hash).toBe('')
    await page.getByRole('button', { name: 'Start the test' }).click()
    await quiz.expectQuestion(1)
    expect(addresses.filter((address) => address.endsWith('/app-sessions'))).toHaveLength(1)
    expect(addresses.filter((address) => address.replace(/#.*/, '').includes(token))).toEqual([])

    await page.goto('/account')
    await expect(page.getByText('Lena from the app', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'How you sign in' })).toHaveCount(0)
  })

  test('with an expired token the quiz opens signed out, and the token is in no URL', { tag: '@slow' }, async ({
    page,
  }) => {
    const quiz = new QuizPage(page)
    const refused = page.waitForResponse('**/v1/auth/app-sessions')
    const expired = mint('Lena', Math.floor(Date.now() / 1000) - 3600)
    await page.goto(`/languageassessment/quiz?language=french#app_token=${expired}`)
    expect((await refused).status()).toBe(410)
    await page.getByRole('button', { name: 'Start the test' }).click()
    await quiz.expectQuestion(1)
    expect(new URL(page.url()).hash).toBe('')
    expect(JSON.parse((await page.locator('#state').textContent()) ?? '').visitor.login.user_id).toBeUndefined()
  })
})

const SDK = 'https://res.wx.qq.com/open/js/jweixin-1.6.0.js'
const WECHAT = 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/130.0 Mobile MicroMessenger/8.0.50'

type Call = { url: string }

/**
 * The mini-program's other pages: records each one opened, and sends the test's reply through the fragment of the web
 * view's URL.
 */
async function standIn(page: Page, reply: object | 'not found') {
  await page.route(SDK, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `window.opened = JSON.parse(sessionStorage.opened ?? '[]')
        window.wx = { miniProgram: {
          reLaunch: (options) => setTimeout(() => options.fail({ errMsg: 'reLaunch:fail' })),
          navigateTo(options) {
            const { pathname, searchParams } = new URL(options.url, location.origin)
            const { bridge_id: id, ...query } = Object.fromEntries(searchParams)
            window.opened.push({ path: pathname, ...query })
            sessionStorage.opened = JSON.stringify(window.opened)
            const reply = ${JSON.stringify(reply)}
            if (reply === 'not found') setTimeout(() => options.fail({ errMsg: 'navigateTo:fail not found' }))
            else setTimeout(() => {
              location.hash = 'mini_program_reply=' + encodeURIComponent(JSON.stringify({ id: 'another', success: true }))
              setTimeout(() => { location.hash = 'mini_program_reply=' + encodeURIComponent(JSON.stringify({ id, ...reply })) })
            })
          },
        } }`,
    }),
  )
  return () => page.evaluate(() => (window as unknown as { opened: object[] }).opened)
}

/** A scripted vendor SDK, served in place of the real one, so the page's own policy has to allow it. */
async function scriptSdk(page: Page, outcome: 'success' | 'fail'): Promise<() => Promise<Call[]>> {
  await page.route(SDK, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `window.relaunched = []
        window.wx = { miniProgram: { reLaunch(options) {
          window.relaunched.push({ url: options.url })
          setTimeout(() => options.${outcome}({ errMsg: 'reLaunch:${outcome}' }))
        } } }`,
    }),
  )
  return () => page.evaluate(() => (window as unknown as { relaunched: Call[] }).relaunched)
}

test.describe('in a mini-program', () => {
  test.use({ userAgent: `${WECHAT} miniProgram/wx0123456789abcdef` })

  test('the end of a test relaunches the score page with language and level', { tag: '@slow' }, async ({ quiz }) => {
    const { page } = quiz
    const relaunched = await scriptSdk(page, 'success')
    await quiz.reachEnd('french')
    await expect(page.getByText('100%')).toBeAttached()
    await expect.poll(relaunched).toEqual([{ url: '/pages/assessment/score?language=french&level=A1' }])
    // A real mini-program would destroy this page now; until then, it stays.
    await expect(page.getByRole('heading', { name: 'Almost done!' })).toBeVisible()
  })

  test("if the mini-program doesn't take over, the page shows the result", { tag: '@slow' }, async ({ quiz }) => {
    const { page } = quiz
    const relaunched = await scriptSdk(page, 'fail')
    await quiz.reachEnd('german')
    await expect.poll(() => page.evaluate(() => history.state.screen)).toBe('result')
    expect(await relaunched()).toHaveLength(1)
  })
})

test.describe('the bridge of a mini-program', () => {
  test.use({ userAgent: `${WECHAT} miniProgram/wx0123456789abcdef` })

  test('the wall opens its sign-in page, and the reply signs in', { tag: '@slow' }, async ({ quiz }) => {
    const { page } = quiz
    const opened = await standIn(page, { success: true, data: { token: mint('Mei from the mini-program') } })
    await quiz.openResult('french')
    await page.getByRole('button', { name: 'Continue with WeChat' }).click()
    await expect(page.getByText('Your French language level is A1')).toBeVisible()
    await expect(page.getByText('Mei from the mini-program')).toBeVisible()
    expect(await opened()).toEqual([{ path: SIGN_IN_PAGE }])
    expect(new URL(page.url()).hash).toBe('')
  })

  for (const [outcome, reply] of [
    ['shares the result on its page', { success: true }],
    ['without such a page, uses the share sheet', 'not found'],
  ] as const)
    test(`a mini-program ${outcome}`, { tag: '@slow' }, async ({ quiz }) => {
      const { page } = quiz
      const opened = await standIn(page, reply)
      await quiz.drawNoPicture()
      await quiz.signIn()
      await quiz.openResult('german')
      await page.getByRole('button', { name: 'Share my report' }).click()
      await expect.poll(opened).toEqual([{ path: '/pages/assessment/share', language: 'german', level: 'A1' }])
      const sheet = page.getByRole('dialog', { name: 'Share my report' })
      if (reply === 'not found') await expect(sheet).toBeVisible()
      else {
        await expect.poll(() => new URL(page.url()).hash).toBe('')
        await expect(sheet).toHaveCount(0)
      }
    })
})

test.describe('in an old messaging app, whose mini-program sets only the marker', () => {
  test.use({ userAgent: WECHAT })

  test('the score page is relaunched', { tag: '@slow' }, async ({ quiz }) => {
    const { page } = quiz
    const relaunched = await scriptSdk(page, 'success')
    await page.addInitScript(() => Object.assign(window, { __wxjs_environment: 'miniprogram' }))
    await quiz.reachEnd('italian')
    await expect.poll(relaunched).toEqual([{ url: '/pages/assessment/score?language=italian&level=A1' }])
  })
})

const SIGNATURE = { app_id: 'wx01', time_stamp: 1795300000, nonce_str: 'nonce', signature: 'f00d' }

/** A stand-in for the SDK: records its configuration and share preview. Verified if the signature is the server's. */
async function standInForSharing(page: Page) {
  await page.route(SDK, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `window.sdk = {}
        window.wx = {
          config(options) { window.sdk.config = options },
          ready(callback) { if (window.sdk.config.signature === '${SIGNATURE.signature}') setTimeout(callback) },
          updateAppMessageShareData(data) { window.sdk.message = data },
          updateTimelineShareData(data) { window.sdk.timeline = data },
        }`,
    }),
  )
  return () => page.evaluate(() => (window as unknown as { sdk: Record<string, Record<string, unknown>> }).sdk)
}

test.describe('in the messaging app', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Mobile MicroMessenger/8.0.50' })

  test('the page requests a signature, configures the SDK, and sets the share preview', { tag: '@slow' }, async ({
    quiz,
  }) => {
    const { page } = quiz
    const sdk = await standInForSharing(page)
    const signed: (string | null)[] = []
    await page.route('**/v2/finance/payment/wechat/jsapi?**', (route) => {
      signed.push(new URL(route.request().url()).searchParams.get('url'))
      return route.fulfill({ json: { data: SIGNATURE } })
    })
    await page.goto('/languageassessment/quiz?hl=en#elsewhere')
    const { origin } = new URL(page.url())
    const description = 'Let us determine your current language level by answering some questions in 3 minutes!'
    const shown = { title: 'Language Assessment', desc: description, link: `${origin}/languageassessment/quiz` }
    await expect.poll(async () => (await sdk()).message).toMatchObject(shown)
    const { config, message, timeline } = await sdk()
    expect(config).toEqual({
      debug: false,
      appId: 'wx01',
      timestamp: 1795300000,
      nonceStr: 'nonce',
      signature: 'f00d',
      jsApiList: ['updateAppMessageShareData', 'updateTimelineShareData'],
    })
    expect(timeline).toEqual(message)
    expect((await page.request.get(String(message?.imgUrl))).headers()['content-type']).toBe('image/png')

    await page.getByRole('button', { name: 'French' }).click()
    const french = { title: 'Language Assessment: French', link: `${origin}/languageassessment/quiz?language=french` }
    await expect.poll(async () => (await sdk()).message).toMatchObject(french)
    expect(signed).toEqual([`${origin}/languageassessment/quiz?hl=en`])
  })

  // Without the fixture `quiz`: the browser itself logs failed requests to the console.
  test('without a signature, everything works as it does without the SDK', { tag: '@slow' }, async ({ page }) => {
    const sdk = await standInForSharing(page)
    const errors: Error[] = []
    page.on('pageerror', (error) => errors.push(error))
    const refused = page.waitForResponse('**/v2/finance/payment/wechat/jsapi?**')
    await page.goto('/languageassessment/quiz?language=french')
    expect((await refused).status()).toBe(404)
    await page.getByRole('button', { name: 'Start the test' }).click()
    await expect(page.getByRole('heading', { name: 'Question 1 of 15' })).toBeAttached()
    expect(await sdk()).toEqual({})
    expect(errors).toEqual([])
  })
})
