import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, serveFrom, startDemo, test } from './fixtures.ts'

const brand = mkdtempSync(join(tmpdir(), 'language-quiz-brand-'))
const links = {
  teacher: 'https://market.example/{locale}/{language}/tutors/{teacherId}',
  community: 'https://market.example/share?url={report}',
  languages: { english: 'en-GB' },
  campaign: 'utm_source=quiz',
}
cpSync('deploy/brand-example', brand, { recursive: true })
const file = join(brand, 'brand.json')
writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), links }))

serveFrom(() => startDemo({ BRAND_DIR: brand }))

test('a brand’s name stays on every screen, and links lead to its marketplace', async ({ quiz, context, baseURL }) => {
  const { page } = quiz
  await quiz.signIn(`${baseURL}`)
  await page.goto('/languageassessment')
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page).toHaveTitle(/ · Lingua Harbor$/)
  await expect(page.getByRole('banner').getByText('Lingua Harbor')).toBeVisible()
  await page.getByRole('button', { name: 'English', exact: true }).click()
  await page.getByRole('button', { name: 'Start the test' }).click()
  await quiz.expectQuestion(1)
  await expect(page).toHaveTitle(/ · Lingua Harbor$/)
  await quiz.finishTest()
  await expect(page.getByText('Your English language level is A1')).toBeVisible()
  await expect(page).toHaveTitle(/ · Lingua Harbor$/)
  await expect(page.getByRole('heading', { name: 'Teachers for you' })).toBeVisible()

  // What leads to the marketplace has its own addresses, and its community gets the report's.
  await expect(page.getByRole('link', { name: / Meet$/ }).first()).toHaveAttribute(
    'href',
    /^https:\/\/market\.example\/en\/en-GB\/tutors\/\w+\?utm_source=quiz$/,
  )
  await context.route('https://market.example/**', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Share my report' }).click()
  await page.getByRole('button', { name: 'Community' }).click()
  const opened = await opening
  await opened.waitForURL('https://market.example/share?url=*&utm_source=quiz')
  const report = new URL(opened.url()).searchParams.get('url') ?? ''
  expect(report).toMatch(new RegExp(`^${baseURL}/languageassessment/report/`))
})
