import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, serveFrom, startDemo, test } from './fixtures.ts'

const BASE = '/quiz'
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

serveFrom(() => startDemo({ BASE_PATH: BASE, BRAND_DIR: brand }))

test('below a base path, from the landing to a report on its own page, the browser asks for nothing outside it, and the brand’s name stays', async ({
  quiz,
  context,
  baseURL,
}) => {
  const { page } = quiz
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await quiz.signIn(`${baseURL}${BASE}`)
  await page.goto(BASE)
  await expect(page).toHaveURL(`${baseURL}${BASE}/languageassessment`)
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
  await expect(page.getByRole('link', { name: /^Meet / })).toHaveAttribute(
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
  expect(report).toMatch(new RegExp(`^${baseURL}${BASE}/languageassessment/report/`))

  await page.goto(report)
  await page.getByRole('link', { name: 'Take the English test' }).click()
  await expect(page).toHaveURL(new RegExp(`^${baseURL}${BASE}/languageassessment/quiz`))
  await page.goto(`${BASE}/account`)
  await expect(page.getByRole('button', { name: 'Change nickname' })).toBeVisible()

  const outside = asked.filter((url) => !url.startsWith(`${baseURL}${BASE}`) && !url.startsWith('data:'))
  expect(outside).toEqual([])
})
