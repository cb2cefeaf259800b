import type { Page } from '@playwright/test'
import { expect, type QuizPage, test } from './fixtures.ts'

/** A report of the account that is signed in, with its sheet open. */
async function openSheet(quiz: QuizPage, language = 'french') {
  const { page } = quiz
  await quiz.startTest(language)
  await quiz.finishTest()
  await page.getByRole('button', { name: 'Share my report' }).click()
  return sheetOf(page)
}

function sheetOf(page: Page) {
  return page.getByRole('dialog', { name: 'Share my report' })
}

test('the sheet makes a public report whose link goes to every target', async ({ quiz }) => {
  const { page } = quiz
  await quiz.signIn()
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
  const sheet = await openSheet(quiz)
  await expect(sheet.getByRole('heading', { name: 'Share my report' })).toBeFocused()
  const links = sheet.getByRole('list').getByRole('link')
  await expect(links).toHaveText([/^Facebook/, /^X \(Twitter\)/, /^WhatsApp/, /^VK/])
  expect(requests.filter((request) => request === 'POST /v1/reports')).toHaveLength(1)
  const text = 'My French level is A1. What is yours?'
  const shared = new URL((await links.nth(1).getAttribute('href')) ?? '')
  expect(shared.searchParams.get('text')).toBe(text)
  const address = shared.searchParams.get('url') ?? ''
  expect(address).toMatch(new RegExp(`^${new URL(page.url()).origin}/languageassessment/report/[\\w-]{22}$`))
  for (const link of await links.all()) {
    expect(await link.getAttribute('href')).toContain(encodeURIComponent(address))
    expect([await link.getAttribute('target'), await link.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer',
    ])
  }
  expect((await page.request.get(address)).status()).toBe(200)

  // By keyboard alone: Escape closes, and the focus is where it was.
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Share my report' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(sheet.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    new RegExp(encodeURIComponent(address)),
  )
})

test('the link is copied, and shown to copy by hand where the clipboard refuses', async ({ quiz, context }) => {
  const { page } = quiz
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await quiz.signIn()
  const sheet = await openSheet(quiz)
  const copy = sheet.getByRole('button', { name: 'Copy link' })
  await copy.click()
  await expect(sheet.getByRole('status').filter({ hasText: 'Link copied' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/\/languageassessment\/report\/[\w-]{22}$/)

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))
  })
  await copy.click()
  const input = sheet.getByLabel(/to copy by hand/)
  await expect(input).toBeFocused()
  await expect(input).toHaveValue(copied)
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(copied)
  await expect(sheet.getByText('Link copied')).toHaveCount(0)
})

test('More is there only with Web Share, and hands over text and link', async ({ quiz }) => {
  const { page } = quiz
  await quiz.signIn()
  await page.addInitScript(() => {
    const given: unknown[] = []
    Object.assign(window, { given })
    navigator.share = async (data) => {
      given.push(data)
      if (given.length > 1) throw new DOMException('no', given.length === 2 ? 'AbortError' : 'DataError')
    }
  })
  const sheet = await openSheet(quiz)
  const more = sheet.getByRole('button', { name: 'More' })
  const given = () => page.evaluate(() => (window as unknown as { given: { url: string; text: string }[] }).given)
  await more.click()
  await expect.poll(async () => (await given()).length).toBe(1)
  expect((await given())[0]).toMatchObject({
    text: 'My French level is A1. What is yours?',
    url: expect.stringContaining('/report/'),
  })
  await more.click()
  await expect.poll(async () => (await given()).length).toBe(2)
  await expect(sheet.getByText('could not open its share menu')).toHaveCount(0)
  await more.click()
  await expect(sheet.getByText('could not open its share menu')).toBeVisible()
})

test('a browser without Web Share has no More', async ({ quiz }) => {
  await quiz.page.addInitScript(() => {
    delete (Navigator.prototype as { share?: unknown }).share
  })
  await quiz.signIn()
  const sheet = await openSheet(quiz)
  await expect(sheet.getByRole('button', { name: 'Copy link' })).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'More' })).toHaveCount(0)
})

test('a report that cannot be made public is told, and tried again', async ({ page, quiz: _ }) => {
  const quiz = _
  await quiz.signIn()
  await page.context().setOffline(false)
  await quiz.startTest('german')
  await quiz.finishTest()
  await expect(page.getByRole('button', { name: 'Share my report' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'Share my report' }).click()
  await expect(sheetOf(page).getByRole('button', { name: 'Copy link' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Share my report' }).click()
  await expect(sheetOf(page).getByText('could not be shared')).toBeVisible()
  await page.context().setOffline(false)
  await sheetOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(sheetOf(page).getByRole('button', { name: 'Copy link' })).toBeVisible()
})

test('a visitor is asked to sign up, and then the sheet opens by itself, once', async ({ quiz }) => {
  const { page } = quiz
  await quiz.startTest('italian')
  await quiz.finishTest()
  await page.getByRole('button', { name: 'Share my report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign up to share your report' })
  await expect(dialog.getByText('Terms')).toBeVisible()
  await quiz.signIn()
  await page.reload()
  await expect(sheetOf(page).getByRole('button', { name: 'Copy link' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Share my report' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a visitor who changes their mind about sharing signs up without it', async ({ quiz }) => {
  const { page } = quiz
  await quiz.startTest('italian')
  await quiz.finishTest()
  await page.getByRole('button', { name: 'Share my report' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await quiz.signIn()
  await page.reload()
  await expect(page.getByText('Your Italian language level is A1')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a result that the server did not give has nothing to share', async ({ quiz }) => {
  const { page } = quiz
  await quiz.signIn()
  await page.addInitScript(() => sessionStorage.setItem('ASSESSMENT_OPTION_STORE_KEY', '{"level":"B2","than":77}'))
  await page.goto('/languageassessment/quiz')
  await expect(page.getByRole('heading', { name: 'Language Talent' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Share my report' })).toHaveCount(0)
})

test.describe('in China', () => {
  test('nothing can be shared', async ({ quiz, context, server }) => {
    const { page } = quiz
    await context.addCookies([{ name: 'country_id', value: 'CN', url: server.origin }])
    await quiz.signIn()
    await quiz.startTest('english')
    await quiz.finishTest()
    await expect(page.getByText('Your English language level is A1')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Retake' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Share my report' })).toHaveCount(0)
    await page.goto('/account')
    await page.getByText('1 result').click()
    await expect(page.getByRole('table').getByText('A1').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Share', exact: true })).toHaveCount(0)
  })

  test('what was shared elsewhere is taken back', async ({ quiz, context, server }) => {
    const { page } = quiz
    await quiz.signIn()
    const address = await quiz.shareReport()
    await context.addCookies([{ name: 'country_id', value: 'CN', url: server.origin }])
    await page.goto('/account')
    await page.getByText('1 result').click()
    await page.getByRole('button', { name: 'Shared', exact: true }).click()
    await page.getByRole('button', { name: 'Stop sharing' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Share/ })).toHaveCount(0)
    expect((await page.request.get(address)).status()).toBe(404)
  })

  test.describe('inside the app', () => {
    test.use({ userAgent: 'Mozilla/5.0 LanguageQuizApp/1.0' })

    test('the report can be shared', async ({ quiz, context, server }) => {
      await context.addCookies([{ name: 'country_id', value: 'CN', url: server.origin }])
      await quiz.signIn()
      await expect((await openSheet(quiz)).getByRole('button', { name: 'Copy link' })).toBeVisible()
    })
  })
})

test('a report is posted to the community once, where its author deletes it', async ({ quiz }) => {
  const { page } = quiz
  await quiz.signIn()
  const sheet = await openSheet(quiz, 'korean')
  await sheet.getByRole('button', { name: 'Community' }).click()
  const words = sheet.getByLabel('Add a few words')
  await expect(words).toBeFocused()
  await words.fill('x'.repeat(281))
  await expect(sheet.getByText('281 of 280 characters')).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Post to the community' })).toBeDisabled()
  const text = `My first test ${Date.now()}`
  await words.fill(text)
  await sheet.getByRole('button', { name: 'Post to the community' }).click()
  await expect(sheet.getByText('Your report is in the community.')).toBeFocused()
  await sheet.getByRole('link', { name: 'To the community' }).click()

  const post = page.getByRole('listitem').filter({ hasText: text })
  await expect(post.getByText('Korean, level A1')).toBeVisible()
  await post.getByText('Delete', { exact: true }).click()
  await post.getByRole('button', { name: 'Delete this post' }).click()
  await expect(page).toHaveURL(/\/community\/language-assessment$/)
  await expect(page.getByText(text)).toHaveCount(0)
})

test('staff take a post down', async ({ quiz, browser, server }) => {
  await quiz.signIn()
  const sheet = await openSheet(quiz, 'korean')
  await sheet.getByRole('button', { name: 'Community' }).click()
  const text = `Buy this ${Date.now()}`
  await sheet.getByLabel('Add a few words').fill(text)
  await sheet.getByRole('button', { name: 'Post to the community' }).click()
  await expect(sheet.getByText('Your report is in the community.')).toBeVisible()

  const context = await browser.newContext({ baseURL: server.origin })
  const desk = await context.newPage()
  await desk.goto('/demo/accounts?next=/community/language-assessment')
  await desk.getByRole('button', { name: 'Sam at the desk' }).click()
  const post = desk.getByRole('listitem').filter({ hasText: text })
  await post.getByText('Take down', { exact: true }).click()
  await post.getByRole('button', { name: 'Take this post down' }).click()
  await expect(desk.getByRole('heading', { name: 'Community' })).toBeVisible()
  await expect(desk.getByText(text)).toHaveCount(0)
  await context.close()
})
