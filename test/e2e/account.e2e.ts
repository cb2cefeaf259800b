import { readFileSync } from 'node:fs'
import { axeFindings } from '#harness/axe-findings.ts'
import { QUESTIONS } from '#quiz/constants.ts'
import { expect, QuizPage, repeatResult, test } from './fixtures.ts'

test('nickname, results over time, languages, country, download, and a sign-out that leaves no trace in the browser', async ({
  quiz,
}) => {
  const { page } = quiz
  const email = await quiz.signIn()
  const onboarded = page.waitForResponse('**/v2/me/onboarding')
  await quiz.reachEnd('french')
  await expect(page.getByRole('heading', { name: 'Eager to Learn' })).toBeVisible()
  await onboarded
  await page.goto('/account')

  await expect(page.getByRole('heading', { name: 'French' })).toBeVisible()
  await expect(page.getByText(/^A1 on /)).toBeVisible()
  const result = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'French' }) })
  await expect(result).toContainText(/^A1.*Most likely A1.*Scored higher than 4[5-9]%/)
  await expect(page.getByText('A1 · Learning')).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()

  const edit = page.getByRole('button', { name: 'Change nickname' })
  await edit.click()
  const field = page.getByLabel('Nickname', { exact: true })
  await expect(field).toBeFocused()
  await field.fill('')
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await field.fill('Zoë <b>')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Nickname updated.' })).toBeVisible()
  await expect(edit).toBeFocused()

  await expect(page.getByText('Country or region: Not set')).toBeVisible()
  const editCountry = page.getByRole('button', { name: 'Change country or region' })
  await editCountry.click()
  const select = page.getByLabel('Country or region')
  await expect(select).toBeFocused()
  expect(await axeFindings(page, 'country', 'main')).toEqual([])
  await select.selectOption({ label: 'China' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Country or region updated.' })).toBeVisible()
  await expect(editCountry).toBeFocused()
  await page.goto('/account?hl=ja')
  await expect(page.getByText('国または地域: 中国')).toBeVisible()
  await page.goto('/account?hl=en')
  await expect(page.getByText('Zoë <b>', { exact: true })).toBeVisible()

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
  const download = await downloading
  const { data } = JSON.parse(readFileSync(await download.path(), 'utf8'))
  expect(data).toMatchObject({
    nickname: 'Zoë <b>',
    emails: [email],
    assessments: [{ language: 'french', level: 'A1' }],
  })

  const kept = () =>
    page.evaluate(() => [
      sessionStorage.ASSESSMENT_OPTION_STORE_KEY,
      sessionStorage.ASSESSMENT_FLOW_ID,
      localStorage.ASSESSMENT_FLOW_ID,
    ])
  expect(await kept()).toEqual([expect.any(String), expect.any(String), expect.any(String)])
  // Not the landing page itself, which clears the result when it opens and creates its own flow id.
  await page.route('**/languageassessment', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Gone</h1>' }),
  )
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Gone' })).toBeVisible()
  expect(await kept()).toEqual([undefined, undefined, undefined])
  expect((await page.request.get('/v2/me/foundation')).status()).toBe(401)
})

// Without the fixture `quiz`: the browser itself logs refused requests to the console.
test('deleting an account requires typing a word and a recent sign-in, and deletes everything', async ({ page }) => {
  const quiz = new QuizPage(page)
  await quiz.signIn()
  await page.goto('/account')
  const button = page.getByRole('button', { name: 'Delete my account' })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  const confirm = dialog.getByRole('button', { name: 'Delete permanently' })
  const word = dialog.getByLabel('Type DELETE to confirm')
  await expect(word).toBeFocused()
  await expect(confirm).toBeDisabled()
  await dialog.getByRole('button', { name: 'Keep my account' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()
  await button.click()
  await word.fill('delete it')
  await expect(confirm).toBeDisabled()
  await word.fill('delete')

  const json = { error: { code: 'sign_in_again', message: 'Please sign in again.', request_id: '1' } }
  await page.route('**/v1/account', (route) => route.fulfill({ status: 403, json }), { times: 1 })
  await confirm.click()
  await expect(dialog.getByText('sign in again first')).toBeVisible()
  expect(await axeFindings(page, 'sign in again')).toEqual([])
  await dialog.getByRole('button', { name: 'Sign in again' }).click()
  await expect(page.getByRole('button', { name: 'Continue with email or phone' })).toBeVisible()
  expect((await page.request.get('/v2/me/foundation')).status()).toBe(401)

  await quiz.signIn()
  await page.reload()
  await button.click()
  await word.fill('delete')
  await confirm.click()
  await expect(page.getByRole('heading', { name: 'Your account is gone' })).toBeVisible()
  await page.goto('/account')
  await expect(page.getByRole('button', { name: 'Continue with email or phone' })).toBeVisible()
})

test('the account page lists the sessions and ends them everywhere', async ({ quiz, playwright, baseURL }) => {
  const { page } = quiz
  // No other test signs in to this account.
  await quiz.signInAs('Tino Tutor')
  const elsewhere = await playwright.request.newContext({ baseURL: baseURL as string })
  await quiz.signInAs('Tino Tutor', elsewhere)
  await page.goto('/account')
  const sessions = page.locator('section', { has: page.getByRole('heading', { name: 'Where you’re signed in' }) })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByText(/Chrom.* · Signed in on .* · this browser/)).toHaveCount(1)
  // Requests still in flight from the new session would be refused after it ends.
  await page.waitForLoadState('networkidle')
  await sessions.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByRole('heading', { name: 'Language Assessment' })).toBeVisible()
  for (const request of [page.request, elsewhere]) expect((await request.get('/v2/me/foundation')).status()).toBe(401)
  await elsewhere.dispose()
})

test('earlier results are shown on request, 25 at a time', { tag: '@slow' }, async ({ quiz, server }) => {
  const { page } = quiz
  await quiz.signIn()
  const first = await quiz.answerByApi('german', QUESTIONS)
  const second = await quiz.answerByApi('french', QUESTIONS)
  await repeatResult(server.databaseUrl, second, 24)
  await page.goto('/account')
  await expect(page.getByText('25 results')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'German' })).toHaveCount(0)
  const asked = page.waitForRequest('**/v1/account?before=*')
  await page.getByRole('button', { name: 'Show earlier results' }).click()
  expect((await asked).url()).not.toContain(first)
  await expect(page.getByRole('heading', { name: 'German' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show earlier results' })).toHaveCount(0)
})

/** At most 40 characters: a nickname. */
const NAMES = ['</script><script>alert(1)//', '"><svg onload=alert(1)>']

const TEXTS = [
  ...NAMES,
  '<img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)' autofocus '",
  '<iframe srcdoc=<script>alert(1)>',
]

test("v5.0.0-1.2.1, 1.2.3: hostile names don't execute code in Chromium, on rendered or hydrated pages", {
  tag: '@slow',
}, async ({ quiz }) => {
  const { page } = quiz
  const alarms: string[] = []
  page.on('dialog', (dialog) => {
    alarms.push(dialog.message())
    void dialog.dismiss()
  })
  await page.exposeFunction('reportViolation', (directive: string) => alarms.push(directive))
  await page.addInitScript(
    `document.addEventListener('securitypolicyviolation', (event) => reportViolation(event.violatedDirective))`,
  )
  await quiz.signIn()
  const report = await quiz.shareReport()
  const posted = await page.request.post('/v1/community/posts', {
    data: { report_id: report.split('/').at(-1), text: TEXTS.join(' ') },
  })
  expect(posted.status()).toBe(201)
  for (const nickname of NAMES) {
    expect((await page.request.patch('/v1/account', { data: { nickname } })).status()).toBe(200)
    for (const path of ['/account', report, '/community/language-assessment']) {
      await page.goto(path)
      await expect(page.getByText(nickname).first(), `${path} ${nickname}`).toBeAttached()
    }
    await page.goto(
      `/languageassessment/quiz?language=${encodeURIComponent(nickname)}&level=${encodeURIComponent(nickname)}`,
    )
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(alarms).toEqual([])
})
