import type { Response } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test('static files are precompressed and cached for good, pages never from a shared cache', async ({ request }) => {
  const page = await request.get('/languageassessment/quiz')
  expect(page.headers()['cache-control']).toBe('private, no-store')
  const script = (await page.text()).match(/src="(\/static\/assets\/[^"]+)"/)?.[1] ?? ''
  const file = await request.get(script, { headers: { 'accept-encoding': 'br' } })
  expect(file.headers()).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringContaining('javascript'),
  })
  const picture = await request.get('/static/image/languageassessment/apple.jpg')
  expect(picture.headers()).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=86400' })
  expect(await picture.body()).toHaveLength(Number(picture.headers()['content-length']))
})

test('the landing loads no React, and the quiz only its own code', async ({ page }) => {
  const replies: Response[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') replies.push(response)
  })
  await page.goto('/languageassessment', { waitUntil: 'networkidle' })
  const scripts = await Promise.all(replies.map((response) => response.text()))
  expect(scripts.join('').length).toBeLessThan(7000)
  await expect(page.locator('link[rel="modulepreload"]')).not.toHaveCount(0)
})

test('without JavaScript the landing and the language choice can be read, and a sentence says what is missing', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.origin })
  const page = await context.newPage()
  await page.goto('/languageassessment')
  await expect(page.locator('noscript p')).toBeVisible()
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByRole('heading', { name: 'I want to test my...' })).toBeVisible()
  await expect(page.locator('noscript p')).toBeVisible()
  await context.close()
})

test('the result prints on one page without its buttons', async ({ quiz }) => {
  const { page } = quiz
  await quiz.signIn()
  await page.addInitScript(() => sessionStorage.setItem('ASSESSMENT_OPTION_STORE_KEY', '{"level":"B2","than":77}'))
  await page.goto('/languageassessment/quiz')
  await expect(page.getByRole('heading', { name: 'Language Talent' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Retake' })).toBeHidden()
  await expect(page.getByText('You scored higher than 77%')).toBeVisible()
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})
