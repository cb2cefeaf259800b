import { axeFindingsInBothThemes } from '#harness/axe-findings.ts'
import { expect, test } from './fixtures.ts'

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

test('if the clipboard refuses, the account page says so and selects the link', async ({ quiz }) => {
  const { page } = quiz
  await quiz.signIn()
  const address = await quiz.shareReport()
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))
  })
  await page.goto('/account')
  await page.getByRole('button', { name: 'Manage link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Public report' })
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  const link = dialog.getByLabel('We couldn’t copy the link.')
  await expect(link).toBeFocused()
  await expect(link).toHaveValue(address)
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(address)
  await expect(dialog.getByText('Link copied.')).toHaveCount(0)
})

test('the public report is one page on paper, and its button prints', async ({ quiz, browserName }) => {
  test.skip(browserName !== 'chromium', 'only Chromium makes PDFs')
  const { page } = quiz
  await quiz.signIn()
  await page.goto(await quiz.shareReport())
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.getByRole('button', { name: 'Print or save as PDF' }).click()
  await expect(page.locator('[data-printed]')).toHaveCount(1)
  for (const format of ['A4', 'Letter', 'A5'] as const) {
    const pdf = (await page.pdf({ format, printBackground: true })).toString('latin1')
    expect([format, pdf.match(/\/Type\s*\/Page\b/g)?.length]).toEqual([format, 1])
  }
})

test('axe finds nothing on the public report and the share dialog, in light and in dark', async ({ quiz }) => {
  const { page } = quiz
  await quiz.signIn()
  await page.goto(await quiz.shareReport())
  expect(await axeFindingsInBothThemes(page, 'report')).toEqual([])
  await page.goto('/account')
  await page.getByRole('button', { name: 'Manage link' }).click()
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
  expect(await axeFindingsInBothThemes(page, 'account')).toEqual([])
})
