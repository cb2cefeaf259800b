import { expect, test } from './fixtures.ts'

const BASE = '/quiz'

test.use({ environment: { BASE_PATH: BASE } })

test('below a base path, from the landing to a report on its own page, the browser asks for nothing outside it', async ({
  quiz,
  baseURL,
}) => {
  const { page } = quiz
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await quiz.signIn(`${baseURL}${BASE}`)
  await page.goto(BASE)
  await expect(page).toHaveURL(`${baseURL}${BASE}/languageassessment`)
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByRole('button', { name: 'English', exact: true }).click()
  await page.getByRole('button', { name: 'Start the test' }).click()
  await quiz.finishTest()
  await expect(page.getByText('Your English language level is A1')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Teachers for you' })).toBeVisible()

  await page.getByRole('link', { name: 'All English teachers' }).click()
  await expect(page).toHaveURL(`${baseURL}${BASE}/teachers/english`)
  await page.goto(`${BASE}/account`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('button', { name: 'Create a public link' }).click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Open the report' }).click()
  const report = await opened
  await expect(report).toHaveURL(new RegExp(`^${baseURL}${BASE}/languageassessment/report/`))
  await expect(report.getByRole('link', { name: 'Take the English test' })).toHaveAttribute(
    'href',
    new RegExp(`^${BASE}/`),
  )

  const outside = asked.filter((url) => !url.startsWith(`${baseURL}${BASE}`) && !url.startsWith('data:'))
  expect(outside).toEqual([])
})
