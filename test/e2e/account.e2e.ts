import { readFileSync } from 'node:fs'
import { axeFindings, axeFindingsInBothThemes } from '#harness/axe-findings.ts'
import { administer } from '#harness/postgres.ts'
import { QUESTIONS } from '#quiz/constants.ts'
import { expect, QuizPage, test } from './fixtures.ts'

test('signed out, the account page offers sign-in', async ({ quiz }) => {
  const { page } = quiz
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue with email or phone' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toHaveCount(0)
})

test('nickname, results over time, languages, download and sign-out', async ({ quiz }) => {
  const { page } = quiz
  const email = await quiz.signIn()
  const onboarded = page.waitForResponse('**/v2/me/onboarding')
  await quiz.openResult('french')
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
  await page.reload()
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

  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Language Assessment' })).toBeVisible()
  expect((await page.request.get('/v2/me/foundation')).status()).toBe(401)
})

test('the account page shows the country of the profile and changes it', async ({ quiz }) => {
  const { page } = quiz
  await quiz.signIn()
  await page.goto('/account')
  await expect(page.getByText('Country or region: Not set')).toBeVisible()
  const edit = page.getByRole('button', { name: 'Change country or region' })
  await edit.click()
  const select = page.getByLabel('Country or region')
  await expect(select).toBeFocused()
  expect(await axeFindings(page, 'country', 'main')).toEqual([])
  await select.selectOption({ label: 'China' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Country or region updated.' })).toBeVisible()
  await expect(edit).toBeFocused()
  await page.goto('/account?hl=ja')
  await expect(page.getByText('国または地域: 中国')).toBeVisible()
  await page.goto('/languageassessment?hl=en')
  await quiz.openResult('french')
  await expect(page.getByText('Your French language level is A1')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Share my report' })).toHaveCount(0)
})

test('signing out leaves no trace of the result in the browser', async ({ quiz }) => {
  const { page } = quiz
  await quiz.signIn()
  await quiz.reachEnd('french')
  await expect(page.getByText('Your French language level is A1')).toBeVisible()
  await page.goto('/account')
  const kept = () =>
    page.evaluate(() => [
      sessionStorage.ASSESSMENT_OPTION_STORE_KEY,
      sessionStorage.ASSESSMENT_FLOW_ID,
      localStorage.ASSESSMENT_FLOW_ID,
    ])
  expect(await kept()).toEqual([expect.any(String), expect.any(String), expect.any(String)])
  // Not the landing itself, which clears the result when it opens and creates its own flow id.
  await page.route('**/languageassessment', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Gone</h1>' }),
  )
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Gone' })).toBeVisible()
  expect(await kept()).toEqual([undefined, undefined, undefined])
})

test('deleting asks for a typed word and deletes everything', async ({ quiz }) => {
  const { page } = quiz
  await quiz.signIn()
  await page.goto('/account')
  const button = page.getByRole('button', { name: 'Delete my account' })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  const confirm = dialog.getByRole('button', { name: 'Delete permanently' })
  await expect(dialog.getByLabel('Type DELETE to confirm')).toBeFocused()
  await expect(confirm).toBeDisabled()
  await dialog.getByRole('button', { name: 'Keep my account' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()
  await button.click()
  await dialog.getByLabel('Type DELETE to confirm').fill('delete it')
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel('Type DELETE to confirm').fill('delete')
  await confirm.click()
  await expect(page.getByRole('heading', { name: 'Your account is gone' })).toBeVisible()
  await page.goto('/account')
  await expect(page.getByRole('button', { name: 'Continue with email or phone' })).toBeVisible()
})

test('deleting an account requires a recent sign-in', async ({ page }) => {
  const quiz = new QuizPage(page)
  await quiz.signIn()
  await page.goto('/account')
  const json = { error: { code: 'sign_in_again', message: 'Please sign in again.', request_id: '1' } }
  await page.route('**/v1/account', (route) => route.fulfill({ status: 403, json }))
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Type DELETE to confirm').fill('delete')
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(dialog.getByText('sign in again first')).toBeVisible()
  expect(await axeFindings(page, 'sign in again')).toEqual([])
  await dialog.getByRole('button', { name: 'Keep my account' }).click()
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Delete my account' }).click()
  await dialog.getByLabel('Type DELETE to confirm').fill('delete')
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await dialog.getByRole('button', { name: 'Sign in again' }).click()
  await expect(page.getByRole('button', { name: 'Continue with email or phone' })).toBeVisible()
  expect((await page.request.get('/v2/me/foundation')).status()).toBe(401)
})

test('the account page lists the sessions and ends them everywhere', async ({ quiz, browser, server }) => {
  const { page } = quiz
  const elsewhere = new QuizPage(await (await browser.newContext({ baseURL: server.origin })).newPage())
  await elsewhere.signInAs('Nate Native')
  await quiz.signInAs('Nate Native')
  await page.goto('/account')
  await expect(page.getByText('Nate Native', { exact: true })).toBeVisible()
  const sessions = page.locator('section', { has: page.getByRole('heading', { name: 'Where you’re signed in' }) })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByRole('listitem').first()).toContainText(/Chrom.* · Signed in on .* · this browser/)
  await expect(sessions.getByText('this browser')).toHaveCount(1)
  // What a new session still sends would be refused after it ends.
  await page.waitForLoadState('networkidle')
  await sessions.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByRole('heading', { name: 'Language Assessment' })).toBeVisible()
  for (const { page: tab } of [quiz, elsewhere]) {
    await tab.goto('/account')
    await expect(tab.getByRole('button', { name: 'Continue with email or phone' })).toBeVisible()
  }
  await elsewhere.page.context().close()
})

test('earlier results are shown on request, 25 at a time', async ({ quiz, server }) => {
  const { page } = quiz
  await quiz.signIn()
  const first = await quiz.answerByApi('german', QUESTIONS)
  const second = await quiz.answerByApi('french', QUESTIONS)
  // 24 more like it, each a little later.
  await administer(
    server.databaseUrl,
    `insert into assessments select (jsonb_populate_record(assessments, jsonb_build_object('id', gen_random_uuid(),
      'finished_at', finished_at + make_interval(secs => number / 1000.0)))).*
    from assessments, generate_series(1, 24) as number where id = '${second}'`,
  )
  await page.goto('/account')
  await expect(page.getByText('25 results')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'German' })).toHaveCount(0)
  const asked = page.waitForRequest('**/v1/account?before=*')
  await page.getByRole('button', { name: 'Show earlier results' }).click()
  expect((await asked).url()).not.toContain(first)
  await expect(page.getByRole('heading', { name: 'German' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show earlier results' })).toHaveCount(0)
})

test('axe finds nothing on the pages and dialogs of accounts, in light and in dark', async ({ quiz }) => {
  const { page } = quiz
  const findings: string[] = []
  const look = async (place: string) => {
    findings.push(...(await axeFindingsInBothThemes(page, place)))
  }
  for (const path of ['/terms', '/privacy', '/account']) {
    await page.goto(path)
    await look(path)
  }
  await page.getByRole('button', { name: 'Continue with email or phone' }).click()
  await expect(page.getByLabel('Email or phone number')).toBeVisible()
  await look('sign-in')
  await quiz.signIn()
  await page.request.post('/v2/me/onboarding', {
    data: { primary_learning_language: 'german', primary_learning_level: 2 },
  })
  await quiz.openResult('french')
  await expect(page.getByRole('button', { name: 'Use' })).toBeVisible()
  await look('card')
  await page.getByRole('button', { name: 'Use' }).click()
  await page.getByRole('button', { name: 'Work' }).click()
  await look('purpose')
  await page.goto('/account')
  await look('account')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await look('delete')
  expect(findings).toEqual([])
})

/** At most 40 characters: a nickname. */
const NAMES = [
  '<script>alert(1)</script>',
  '</script><script>alert(1)//',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)' autofocus '",
  '<iframe srcdoc=<script>alert(1)>',
]

test('v5.0.0-1.2.1, 1.2.3: hostile names execute nothing in Chromium, on rendered and hydrated pages', async ({
  quiz,
}) => {
  const { page } = quiz
  const alarms: string[] = []
  page.on('dialog', (dialog) => {
    alarms.push(dialog.message())
    void dialog.dismiss()
  })
  await page.exposeFunction('tellViolation', (directive: string) => alarms.push(directive))
  await page.addInitScript(
    `document.addEventListener('securitypolicyviolation', (event) => tellViolation(event.violatedDirective))`,
  )
  await quiz.signIn()
  const report = await quiz.shareReport()
  const posted = await page.request.post('/v1/community/posts', {
    data: { report_id: report.split('/').at(-1), text: NAMES.join(' ') },
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
