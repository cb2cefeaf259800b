import type { Page } from '@playwright/test'
import type { Language } from '#quiz/languages.ts'
import { expect, QuizPage, test } from './fixtures.ts'

const CARD = 'Use this result in your profile'

/** Records the page's profile writes. */
function watchWrites(page: Page): string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/v2\/me\//.test(request.url()))
      writes.push(`${new URL(request.url()).pathname} ${request.postData()}`)
  })
  return writes
}

/** Goes to the result of a test answered with "I don't know": A1. */
async function reach(quiz: QuizPage, language: Language): Promise<void> {
  const foundation = quiz.page.waitForResponse('**/v2/me/foundation')
  await quiz.openResult(language)
  await expect(quiz.page.getByRole('heading', { name: 'Eager to Learn' })).toBeVisible()
  await foundation
  await quiz.page.waitForLoadState('networkidle')
}

/** Turns the account into a learner's, as after its first test. */
async function onboard({ page }: QuizPage, language: Language, level: number): Promise<void> {
  const data = { primary_learning_language: language, primary_learning_level: level }
  expect((await page.request.post('/v2/me/onboarding', { data })).ok()).toBe(true)
}

const foundationOf = async (page: Page) => (await (await page.request.get('/v2/me/foundation')).json()).data

test('for a professional, a test shows no card and writes nothing', async ({ quiz }) => {
  const writes = watchWrites(quiz.page)
  await quiz.signInAs('Paula Pro')
  await reach(quiz, 'japanese')
  await expect(quiz.page.getByRole('heading', { name: CARD })).toHaveCount(0)
  expect(writes).toEqual([])
})

test('a new account is onboarded silently, once per result', async ({ quiz }) => {
  const { page } = quiz
  const writes = watchWrites(page)
  await quiz.signIn()
  await reach(quiz, 'korean')
  const written = ['/v2/me/onboarding {"primary_learning_language":"korean","primary_learning_level":1}']
  await expect.poll(() => writes).toEqual(written)
  await page.reload()
  await expect(page.getByText('Your Korean language level is A1')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(writes).toEqual(written)
  await expect(page.getByRole('heading', { name: CARD })).toHaveCount(0)
  expect(await foundationOf(page)).toMatchObject({
    user: { register_status: 5, learning_language: 'korean' },
    language_list: [{ language: 'korean', level: 1, is_learning: true }],
  })

  // The learning language is now the first tile.
  await page.getByRole('button', { name: 'Test other languages' }).click()
  await page.reload()
  await page.goto('/languageassessment')
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByRole('listitem').first()).toContainText('Korean')
  await expect(page.getByRole('listitem')).toHaveCount(8)
})

test('Use asks for the purpose once, writes the whole language list, and confirms it', async ({ quiz }) => {
  const { page } = quiz
  await quiz.signIn()
  await onboard(quiz, 'german', 1)
  await reach(quiz, 'italian')
  const writes = watchWrites(page)
  const use = page.getByRole('button', { name: 'Use' })
  await use.click()

  const dialog = page.getByRole('dialog', { name: 'Why are you learning Italian?' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(use).toBeFocused()
  expect(writes).toEqual([])

  await use.click()
  const work = dialog.getByRole('button', { name: 'Work' })
  await expect(work).toHaveAttribute('aria-expanded', 'false')
  await work.focus()
  await page.keyboard.press('Enter')
  await expect(work).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Job interview' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Profile modified!' })).toBeFocused()
  await expect(page.getByRole('heading', { name: CARD })).toHaveCount(0)
  expect(writes).toEqual([
    '/v2/me/profile {"purpose_list":[{"language":"italian","role":"adult","purpose":"work","sub_purpose":"job_interview"}]}',
    expect.stringMatching(/^\/v2\/me\/profile \{"language":.*"german","italian"/),
  ])
  const { language_list, purpose_list } = await foundationOf(page)
  expect(language_list).toEqual(
    expect.arrayContaining([
      { language: 'german', level: 1, is_learning: true },
      { language: 'italian', level: 1, is_learning: true },
    ]),
  )
  expect(purpose_list).toEqual([{ language: 'italian', role: 'adult', purpose: 'work', sub_purpose: 'job_interview' }])
  await page.reload()
  await expect(page.getByText('Your Italian language level is A1')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { name: CARD })).toHaveCount(0)
})

test('a child purpose with free text: counted in code points, refused while blank or too long', async ({ quiz }) => {
  const { page } = quiz
  await quiz.signIn()
  await onboard(quiz, 'german', 2)
  await reach(quiz, 'french')
  await page.getByRole('button', { name: 'Use' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Child or teen').click()
  await expect(dialog.getByRole('radio', { name: 'Child or teen' })).toBeChecked()
  await expect(dialog.getByRole('button', { name: 'School exams' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Work' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Another reason' }).click()
  const text = dialog.getByLabel('What’s your reason?')
  const save = dialog.getByRole('button', { name: 'Save' })
  await expect(text).toBeFocused()
  await expect(save).toBeDisabled()
  await text.fill(' \n\u3000 ')
  await expect(save).toBeDisabled()
  await text.fill('😀'.repeat(200))
  await expect(dialog.getByText('200 of 200 characters')).toBeVisible()
  await expect(save).toBeEnabled()
  await text.fill('😀'.repeat(201))
  await expect(dialog.getByText('Use no more than 200 characters.')).toBeVisible()
  await expect(save).toBeDisabled()
  await text.fill('To talk with grandma 😀')
  await save.click()
  await expect(page.getByText('Profile modified!')).toBeVisible()
  expect((await foundationOf(page)).purpose_list).toEqual([
    { language: 'french', role: 'kids', purpose: 'other_purpose', sub_purpose: 'To talk with grandma 😀' },
  ])
})

test('in China there are no child purposes', { tag: '@slow' }, async ({ quiz, context, server }) => {
  const { page } = quiz
  await context.addCookies([{ name: 'country_id', value: 'CN', url: server.origin }])
  await quiz.signIn()
  await onboard(quiz, 'german', 2)
  await reach(quiz, 'spanish')
  await page.getByRole('button', { name: 'Use' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Work' })).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)
  await expect(page.getByText('Child or teen')).toHaveCount(0)
})

test('the free-trial event fires once after each login, on whichever page comes first', { tag: '@slow' }, async ({
  quiz,
}) => {
  const { page } = quiz
  const fired: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/v2/language_assessment/free_trial_event'))
      fired.push(new URL(request.frame().url()).pathname)
  })
  const paths = ['/languageassessment', '/account', '/languageassessment/quiz']
  for (const path of paths) {
    fired.length = 0
    await page.goto(path)
    await quiz.signIn()
    const event = page.waitForResponse('**/free_trial_event')
    await page.reload()
    await event
    for (const elsewhere of paths) await page.goto(elsewhere)
    await page.waitForLoadState('networkidle')
    expect(fired).toEqual([path])
    expect((await page.request.delete('/v1/auth/sessions/current')).ok()).toBe(true)
  }
})

test('Use asks visitors who have been signed out to sign in', async ({ page }) => {
  const quiz = new QuizPage(page)
  await quiz.signIn()
  await onboard(quiz, 'german', 2)
  await reach(quiz, 'spanish')
  const use = page.getByRole('button', { name: 'Use' })
  await expect(use).toBeVisible()
  const session = (await page.context().cookies()).filter(({ name }) => name.endsWith('sid'))
  await page.context().clearCookies({ name: session[0]?.name ?? '' })
  await use.click()
  await expect(page.getByRole('heading', { name: 'Sign up to see your report card' })).toBeVisible()
  await page.context().addCookies(session)
  await page.reload()
  await expect(use).toBeVisible()
})

test('a stored result without an assessment has no review, cannot be shared, and writes nothing', {
  tag: '@slow',
}, async ({ quiz }) => {
  const { page } = quiz
  const writes = watchWrites(page)
  const reviews: string[] = []
  page.on('request', (request) => request.url().endsWith('/review') && reviews.push(request.url()))
  await quiz.openResult('german')
  await page.evaluate(() => sessionStorage.setItem('ASSESSMENT_OPTION_STORE_KEY', '{"level":"B2","than":77}'))
  await page.goto('/languageassessment/quiz')
  await expect(page.getByRole('heading', { name: 'Sign up to see your report card' })).toBeVisible()
  await quiz.signIn()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Language Talent' })).toBeVisible()
  await expect(page.getByText('You scored higher than 77%')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('button', { name: 'Share my report' })).toHaveCount(0)
  await expect(page.getByText('How sure is this?')).toHaveCount(0)
  expect([...writes, ...reviews]).toEqual([])
})

test('"Use" changes one language and keeps what another tab wrote after the card appeared', async ({ quiz }) => {
  const { page } = quiz
  await quiz.signIn()
  const language = { language_s: ['korean'], level_s: [3], is_learning_s: [true] }
  await onboard(quiz, 'korean', 3)
  const purpose = { language: 'italian', role: 'adult', purpose: 'work', sub_purpose: '' }
  expect((await page.request.post('/v2/me/profile', { data: { purpose_list: [purpose] } })).ok()).toBe(true)
  await reach(quiz, 'italian')
  language.level_s[0] = 5
  expect((await page.request.post('/v2/me/profile', { data: { language } })).ok()).toBe(true)
  await page.getByRole('button', { name: 'Use' }).click()
  await expect(page.getByText('Profile modified!')).toBeVisible()
  expect((await foundationOf(page)).language_list).toEqual([
    expect.objectContaining({ language: 'italian', level: 1 }),
    expect.objectContaining({ language: 'korean', level: 5 }),
  ])
})
