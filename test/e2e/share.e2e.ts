import { randomUUID } from 'node:crypto'
import type { Browser, Locator, Page } from '@playwright/test'
import type { Language } from '#quiz/languages.ts'
import { expect, QuizPage, test } from './fixtures.ts'

/** A result of the signed-in account, with its share sheet open. */
async function openSheet(quiz: QuizPage, language: Language = 'french') {
  const { page } = quiz
  await quiz.drawNoPicture()
  await quiz.openResult(language)
  await page.getByRole('button', { name: 'Share my report' }).click()
  return sheetOf(page)
}

function sheetOf(page: Page) {
  return page.getByRole('dialog', { name: 'Share my report' })
}

/** Clicks a target that opens a window. @returns its URL */
async function press(page: Page, sheet: Locator, name: string): Promise<URL> {
  const opening = page.waitForEvent('popup')
  await sheet.getByRole('button', { name }).click()
  const opened = await opening
  await opened.waitForURL(/^https:/)
  const address = new URL(opened.url())
  expect(await opened.evaluate(() => opener)).toBeNull()
  await opened.close()
  return address
}

test('the sheet previews the public report; choosing a target publishes it', async ({ quiz, context }) => {
  const { page } = quiz
  await context.route(/^https:/, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await quiz.signIn()
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
  const made = () => requests.filter((request) => request === 'POST /v1/reports').length
  await quiz.openResult('french')
  await page.getByRole('button', { name: 'Share my report' }).click()
  const sheet = sheetOf(page)
  await expect(sheet.getByRole('heading', { name: 'Share my report' })).toBeFocused()
  const targets = sheet.getByRole('list', { name: 'Share via' }).getByRole('button')
  await expect(targets).toHaveText([
    /^Community/,
    /^Facebook/,
    /^X \(Twitter\)/,
    /^WhatsApp/,
    /^VK/,
    'More',
    'Copy link',
    'Save picture',
    /^LinkedIn profile/,
  ])
  const picture = sheet.getByRole('img', { name: 'What others will see (A1)' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200)
  const saving = page.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Save picture' }).click()
  expect((await saving).suggestedFilename()).toBe('language-level.png')
  const place = () => sheet.getByRole('button', { name: 'X (Twitter)' }).boundingBox()
  const before = await place()
  expect(made()).toBe(0)

  const shared = await press(page, sheet, 'X (Twitter)')
  expect(made()).toBe(1)
  expect(shared.searchParams.get('text')).toBe('My French level is A1. What’s yours?')
  const address = shared.searchParams.get('url') ?? ''
  expect(address).toMatch(new RegExp(`^${new URL(page.url()).origin}/languageassessment/report/[\\w-]{22}$`))
  expect((await page.request.get(address)).status()).toBe(200)
  await expect(sheet.getByRole('link', { name: 'your account' })).toBeVisible()
  expect(await place()).toEqual(before)
  for (const name of ['Facebook', 'WhatsApp', 'VK', 'LinkedIn profile'])
    expect((await press(page, sheet, name)).href).toContain(encodeURIComponent(address))
  expect(made()).toBe(1)

  // Keyboard only: Escape closes the sheet and returns the focus.
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Share my report' })).toBeFocused()
  await page.keyboard.press('Enter')
  expect((await press(page, sheet, 'WhatsApp')).href).toContain(encodeURIComponent(address))
})

test('the name on the report can be changed before it is shared', async ({ quiz, context }) => {
  const { page } = quiz
  await context.route(/^https:/, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await quiz.signIn()
  const sheet = await openSheet(quiz)
  const name = sheet.getByLabel('Your name')
  const picture = sheet.getByRole('img', { name: /What others will see/ })
  const first = await picture.getAttribute('src')
  await name.fill('Lena')
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(picture).not.toHaveAttribute('src', first ?? '')
  await name.fill('   Ada ')
  // A target saves it, too.
  const address = (await press(page, sheet, 'X (Twitter)')).searchParams.get('url') ?? ''
  expect(await (await page.request.get(address)).text()).toContain('Ada’s French level is A1')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('main').getByText('Ada', { exact: true })).toBeVisible()
})

test('the link is copied, and shown for manual copying if the clipboard refuses; a blocked window opens with the next press', async ({
  quiz,
  context,
}) => {
  const { page } = quiz
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await quiz.signIn()
  const sheet = await openSheet(quiz)
  const copy = sheet.getByRole('button', { name: 'Copy link' })
  await copy.click()
  await expect(sheet.getByRole('status').filter({ hasText: 'Link copied' })).toBeAttached()
  await expect(sheet.getByRole('button', { name: 'Link copied' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/\/languageassessment\/report\/[\w-]{22}$/)

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))
  })
  await sheet.getByRole('button', { name: 'Link copied' }).click()
  const input = sheet.getByLabel(/You can copy it here/)
  await expect(input).toBeFocused()
  await expect(input).toHaveValue(copied)
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(copied)
  await expect(sheet.getByText('Link copied')).toHaveCount(0)

  await page.evaluate(() => {
    window.open = () => null
  })
  await sheet.getByRole('button', { name: 'VK' }).click()
  await expect(sheet.getByText('Your report is public now. Choose again')).toBeVisible()
})

test('More passes text and link to the system’s share menu, and publishes nothing if nothing is chosen there', async ({
  quiz,
}) => {
  const { page } = quiz
  await quiz.signIn()
  await page.addInitScript(() => {
    const given: unknown[] = []
    Object.assign(window, { given })
    navigator.share = async (data) => {
      given.push(data)
      if (given.length !== 3) throw new DOMException('no', given.length === 2 ? 'DataError' : 'AbortError')
    }
  })
  const sheet = await openSheet(quiz)
  const given = () => page.evaluate(() => (window as unknown as { given: { url: string; text: string }[] }).given)
  const statuses = async () =>
    Promise.all((await given()).map(async ({ url }) => (await page.request.get(url)).status()))
  const more = sheet.getByRole('button', { name: 'More' })
  const failure = sheet.getByText('couldn’t open your device’s share menu')
  await more.click()
  await expect.poll(statuses).toEqual([404])
  await expect(failure).toHaveCount(0)
  expect((await given())[0]).toMatchObject({
    text: 'My French level is A1. What’s yours?',
    url: expect.stringContaining('/report/'),
  })
  // If the menu fails, our own targets appear instead.
  await more.click()
  await expect(failure).toBeVisible()
  await expect(sheet.getByRole('list', { name: 'More places to share' })).toBeVisible()
  await expect.poll(statuses).toEqual([404, 404])
  await more.click()
  await expect(sheet.getByRole('link', { name: 'your account' })).toBeVisible()
  await expect.poll(async () => (await statuses())[2]).toBe(200)
  // A report that's already public stays public.
  await more.click()
  await expect.poll(async () => (await statuses()).slice(2)).toEqual([200, 200])
})

test('a press on More while the system’s share menu is opening or open is ignored, and the report stays public', async ({
  quiz,
}) => {
  const { page } = quiz
  await quiz.signIn()
  await page.addInitScript(() => {
    const given: string[] = []
    const { promise: chosen, resolve: choose } = Promise.withResolvers<void>()
    Object.assign(window, { given, choose })
    navigator.share = (data) => {
      given.push(data?.url ?? '')
      return given.length > 1 ? Promise.reject(new DOMException('open', 'InvalidStateError')) : chosen
    }
  })
  const given = () => page.evaluate(() => (window as unknown as { given: string[] }).given)
  const sheet = await openSheet(quiz)
  const more = sheet.getByRole('button', { name: 'More' })
  const publishing = page.waitForRequest('**/v1/reports')
  await more.evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await publishing
  await expect.poll(async () => (await given()).length).toBe(1)
  await more.click()
  await page.evaluate(() => (window as unknown as { choose: () => void }).choose())
  await expect(sheet.getByRole('link', { name: 'your account' })).toBeVisible()
  const [address = '', ...others] = await given()
  expect(others).toEqual([])
  expect((await page.request.get(address)).status()).toBe(200)
  await expect(sheet.getByText('couldn’t open your device’s share menu')).toHaveCount(0)
})

test('without a system share menu, More shows further targets and publishes nothing yet', { tag: '@slow' }, async ({
  quiz,
  context,
}) => {
  await context.route(/^https:/, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  let made = 0
  quiz.page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/v1/reports')) made += 1
  })
  await quiz.page.addInitScript(() => {
    delete (Navigator.prototype as { share?: unknown }).share
  })
  await quiz.signIn()
  const sheet = await openSheet(quiz)
  const more = sheet.getByRole('button', { name: 'More' })
  await more.click()
  const further = sheet.getByRole('list', { name: 'More places to share' }).getByRole('button')
  await expect(further).toHaveText(['Email', /^Telegram/, /^LinkedIn/, /^LINE/, /^Reddit/])
  expect(made).toBe(0)
  for (const name of ['Telegram', 'LINE', 'Reddit'])
    expect((await press(quiz.page, sheet, name)).href).toContain('%2Freport%2F')
  expect(made).toBe(1)
  await more.click()
  await expect(further).toHaveCount(0)
})

test('a visitor is asked to sign up; after the round trip to Google, the sheet opens by itself once', async ({
  quiz,
}) => {
  const { page } = quiz
  await quiz.drawNoPicture()
  await quiz.openResult('italian')
  await page.getByRole('button', { name: 'Share my report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign up to share your report' })
  await expect(dialog.getByText('Terms')).toBeVisible()
  await dialog.getByRole('link', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: 'Continue as Nikolai Gogol' }).click()
  await expect(sheetOf(page).getByRole('button', { name: 'Copy link' })).toBeVisible()
  await expect(page.getByText('Your Italian language level is A1')).toBeAttached()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Share my report' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a visitor who changes their mind about sharing signs up without it', { tag: '@slow' }, async ({ quiz }) => {
  const { page } = quiz
  await quiz.openResult('italian')
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

test.describe('in China', () => {
  test('nothing can be shared, and reports shared from elsewhere are withdrawn', { tag: '@slow' }, async ({
    quiz,
    context,
    server,
  }) => {
    const { page } = quiz
    await quiz.signIn()
    const address = await quiz.shareReport()
    await context.addCookies([{ name: 'country_id', value: 'CN', url: server.origin }])
    await quiz.openResult('english')
    await expect(page.getByText('Your English language level is A1')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Retake' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Share my report' })).toHaveCount(0)
    await page.goto('/account')
    await expect(page.getByText(/^A1 on /)).toHaveCount(2)
    await page.getByRole('button', { name: 'Manage link' }).click()
    await page.getByRole('button', { name: 'Stop sharing' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Share/ })).toHaveCount(0)
    expect((await page.request.get(address)).status()).toBe(404)
  })

  test.describe('inside the app', () => {
    test.use({ userAgent: 'Mozilla/5.0 LanguageQuizApp/1.0' })

    test('the report can be shared', { tag: '@slow' }, async ({ quiz, context, server }) => {
      const { page } = quiz
      await context.addCookies([{ name: 'country_id', value: 'CN', url: server.origin }])
      await quiz.signIn()
      await quiz.drawNoPicture()
      // The app shows no earlier result.
      await quiz.reachEnd('french')
      await page.getByRole('button', { name: 'Share my report' }).click()
      await expect(sheetOf(page).getByRole('button', { name: 'Copy link' })).toBeVisible()
    })
  })
})

test('a report is posted to the community once, after a failure is shown, and its author can delete it there', async ({
  quiz,
}) => {
  const { page } = quiz
  await quiz.signIn()
  const sheet = await openSheet(quiz, 'korean')
  await sheet.getByRole('button', { name: 'Community' }).click()
  const words = sheet.getByLabel('Add a few words')
  await expect(words).toBeFocused()
  await words.fill('x'.repeat(281))
  await expect(sheet.getByText('281 of 280 characters')).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Post to the community' })).toBeDisabled()
  const text = `My first test ${randomUUID()}`
  await words.fill(text)
  const send = sheet.getByRole('button', { name: 'Post to the community' })
  await page.context().setOffline(true)
  await send.click()
  await expect(sheet.getByText('couldn’t share your report')).toBeVisible()
  await page.context().setOffline(false)
  await send.click()
  await expect(sheet.getByRole('status').filter({ hasText: 'Posted to the community.' })).toBeFocused()
  await expect(sheet.getByText('couldn’t share your report')).toHaveCount(0)
  await sheet.getByRole('link', { name: 'Go to the community' }).click()

  const post = page.getByRole('listitem').filter({ hasText: text })
  await expect(post.getByText('Korean, level A1')).toBeVisible()
  await page.goto('/account')
  await page.getByRole('button', { name: 'Manage link' }).click()
  await page.getByRole('button', { name: 'Stop sharing' }).click()
  // Sharing stops even if the page is left before the reply.
  await page.goto('/community/language-assessment')
  await expect(async () => {
    await page.reload()
    expect(await page.getByText(text).count()).toBe(0)
  }).toPass({ timeout: 60_000 })
})

test('a result is made public, copied, opened by others, its picture downloaded, and sharing stopped', async ({
  quiz,
  browser,
}) => {
  const { page } = quiz
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await quiz.signIn()
  await quiz.openResult('french')
  await expect(page.getByRole('heading', { name: 'Eager to Learn' })).toBeVisible()
  await page.goto('/account')
  const share = page.getByRole('button', { name: 'Share', exact: true })
  await share.click()
  const dialog = page.getByRole('dialog', { name: 'Public report' })
  await dialog.getByRole('button', { name: 'Create a public link' }).click()
  await expect(dialog.getByLabel('Link to your public report')).toBeFocused()
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await expect(dialog.getByText('Link copied.')).toBeVisible()
  const address = await page.evaluate(() => navigator.clipboard.readText())
  expect(address).toMatch(/\/languageassessment\/report\/[\w-]{22}$/)
  await expect(dialog.getByLabel('Link to your public report')).toHaveValue(address)
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))
  })
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  const link = dialog.getByLabel('We couldn’t copy the link.')
  await expect(link).toBeFocused()
  await expect(link).toHaveValue(address)
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(address)
  await expect(dialog.getByText('Link copied.')).toHaveCount(0)
  const downloaded = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download as a picture' }).click()
  expect((await downloaded).suggestedFilename()).toBe('language-level.png')
  const linkedIn = await dialog.getByRole('link', { name: 'Add to my LinkedIn profile' }).getAttribute('href')
  const { searchParams: entry } = new URL(linkedIn ?? '')
  expect(entry.get('name')).toBe('French level A1 (estimate, not a certificate)')
  expect(entry.get('certUrl')).toBe(address)
  const issued = Date.UTC(Number(entry.get('issueYear')), Number(entry.get('issueMonth')) - 1)
  expect(new Date(issued).toISOString().slice(0, 7)).toBe(new Date().toISOString().slice(0, 7))

  const stranger = await browser.newContext()
  const seen = await stranger.newPage()
  await seen.goto(address)
  await expect(seen.getByRole('heading', { level: 1 })).toHaveText(/French level is A1$/)
  await seen.getByRole('link', { name: 'Take the French test' }).click()
  await expect(seen.getByRole('button', { name: 'Start the test' })).toBeVisible()

  await dialog.getByRole('button', { name: 'Stop sharing' }).click()
  await expect(dialog.getByRole('button', { name: 'Create a public link' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(share).toBeFocused()
  expect((await seen.goto(address))?.status()).toBe(404)
  await expect(seen.getByRole('heading', { name: 'We can’t find this page' })).toBeVisible()
  await stranger.close()
})

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605 Mobile/15E148 Safari/605'

async function openReport(browser: Browser, baseURL: string, options: { userAgent?: string } = {}) {
  const context = await browser.newContext({ baseURL, ...options })
  const quiz = new QuizPage(await context.newPage())
  return { quiz, page: quiz.page, share: quiz.page.getByRole('button', { name: 'Share my report' }), context }
}

test('all targets pressed while the report is being published open, after a single publication', async ({
  browser,
  server,
}) => {
  const { quiz, page, share, context } = await openReport(browser, server.origin)
  await context.route(/^https:/, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  const { promise: pressed, resolve: release } = Promise.withResolvers<void>()
  let published = 0
  await page.route('**/v1/reports', async (route) => {
    published += 1
    await pressed
    await route.continue()
  })
  await quiz.drawNoPicture()
  await quiz.signIn()
  await quiz.openResult('french')
  await share.click()
  const openings: Promise<Page>[] = []
  for (const name of ['WhatsApp', 'VK']) {
    openings.push(page.waitForEvent('popup'))
    await page.getByRole('button', { name }).click()
    await openings.at(-1)
  }
  release()
  const addresses = [/wa\.me|whatsapp\.com/, /vk\.com/]
  for (const [index, opening] of openings.entries()) await (await opening).waitForURL(addresses[index] as RegExp)
  expect(published).toBe(1)
  await context.close()
})

test("on a phone, Messenger opens by its own scheme, even without the operator's app", { tag: '@slow' }, async ({
  browser,
  server,
}) => {
  const { quiz, page, share, context } = await openReport(browser, server.origin, { userAgent: PHONE })
  await quiz.drawNoPicture()
  await quiz.signIn()
  await quiz.openResult('french')
  await share.click()
  // The browser doesn't know the scheme and stays on the page; only the navigation request is visible.
  const client = await context.newCDPSession(page)
  await client.send('Page.enable')
  const leaving = new Promise<string>((resolve) => {
    client.on('Page.frameRequestedNavigation', ({ url }) => resolve(url))
  })
  await page.getByRole('button', { name: 'Messenger' }).click()
  expect(await leaving).toMatch(/^fb-messenger:\/\/share\?link=http[^&]*%2Freport%2F[\w-]{22}$/)
  await context.close()
})
