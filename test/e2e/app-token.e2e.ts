import { createHmac, randomUUID } from 'node:crypto'
import { APP_TOKEN_SECRET } from '#harness/test-settings.ts'
import { expect, QuizPage, test } from './fixtures.ts'

test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 16) LanguageQuizApp/7.2' })

type Minting = { iat?: number; secret?: string }

function mint(
  nickname: string,
  { iat = Math.floor(Date.now() / 1000), secret = APP_TOKEN_SECRET }: Minting = {},
): string {
  const claims = { iss: 'app.example', sub: randomUUID(), jti: randomUUID(), iat, exp: iat + 300, nickname }
  const parts = [{ alg: 'HS256', typ: 'JWT' }, claims]
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

test('the app opens the quiz with a token: its user is signed in, and the token is in no URL', async ({ quiz }) => {
  const { page } = quiz
  const token = mint('Lena of the app')
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  const exchanged = page.waitForResponse('**/v1/auth/app-sessions')
  await page.goto(`/languageassessment/quiz?language=french#app_token=${token}`)
  expect((await exchanged).status()).toBe(201)
  await expect
    .poll(async () => JSON.parse((await page.locator('#state').textContent()) ?? '').visitor.login.nickname)
    .toBe('Lena of the app')
  expect(new URL(page.url()).hash).toBe('')
  await page.getByRole('button', { name: 'Start the test' }).click()
  await quiz.expectQuestion(1)
  expect(addresses.filter((address) => address.endsWith('/app-sessions'))).toHaveLength(1)
  expect(addresses.filter((address) => address.replace(/#.*/, '').includes(token))).toEqual([])

  await page.goto('/account')
  await expect(page.getByText('Lena of the app', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'How you sign in' })).toHaveCount(0)
})

for (const [which, minting] of [
  ['an expired', { iat: Math.floor(Date.now() / 1000) - 3600 }],
  ['a foreign', { secret: 'the-secret-of-another-app-for-its-own' }],
] as const) {
  test(`with ${which} token the quiz opens signed out, and the token is in no URL`, async ({ page }) => {
    const quiz = new QuizPage(page)
    const refused = page.waitForResponse('**/v1/auth/app-sessions')
    await page.goto(`/languageassessment/quiz?language=french#app_token=${mint('Lena', minting)}`)
    expect((await refused).status()).toBe(410)
    await page.getByRole('button', { name: 'Start the test' }).click()
    await quiz.expectQuestion(1)
    expect(new URL(page.url()).hash).toBe('')
    expect(JSON.parse((await page.locator('#state').textContent()) ?? '').visitor.login.user_id).toBeUndefined()
  })
}
