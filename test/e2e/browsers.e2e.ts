import { data, newBuiltIns } from '#harness/newer-than-floor.ts'
import { expect, QuizPage, test } from './fixtures.ts'

test('a browser without any built-in that is newer than the oldest ones: from the landing to the review', async ({
  quiz,
}) => {
  const { page } = quiz
  const isOfLanguage = (path: string) => !((path.split('.')[0] as string) in data.api)
  const removed = [...newBuiltIns().statics].filter((path) => isOfLanguage(path) || /^(AbortSignal|URL)\./.test(path))
  expect(removed).toEqual(expect.arrayContaining(['Object.groupBy', 'Array.toSorted', 'AbortSignal.timeout']))
  await page.addInitScript((paths: string[]) => {
    for (const path of paths) {
      const [owner = '', name = ''] = path.split('.')
      const holder: unknown = Reflect.get(globalThis, owner)
      if (typeof holder !== 'function') continue
      Reflect.deleteProperty(holder, name)
      Reflect.deleteProperty(holder.prototype ?? {}, name)
    }
  }, removed)
  await page.goto('/languageassessment')
  expect(
    await page.evaluate(() => [Reflect.get(Object, 'groupBy'), Reflect.get([], 'toSorted'), AbortSignal.timeout]),
  ).toEqual([undefined, undefined, undefined])
  await quiz.signIn()
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByRole('button', { name: 'German' }).click()
  await page.getByRole('button', { name: 'Start the test' }).click()
  await quiz.finishTest()
  await expect(page.getByText('Your German language level is A1')).toBeVisible()
  const missed = page.getByRole('article', { name: /^Question \d+:/ })
  await expect(missed).toHaveCount(15)
  await missed.first().locator('summary').click()
  await expect(missed.first().getByText('Why not the others?')).toBeVisible()
  await expect(page.locator('#old')).toBeHidden()
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'German' })).toBeVisible()
})

test('a browser that is too old says so, in the visitor’s language', async ({ page }) => {
  const tooOld = page.getByText('Dieser Browser ist zu alt für den Test.')
  await page.goto('/languageassessment/quiz?hl=de')
  await expect(tooOld).toBeHidden()
  await page.addInitScript(() => Object.assign(CSS, { supports: () => false }))
  await page.reload()
  await expect(tooOld).toBeVisible()
})

// Without the fixture `quiz`: the browser itself writes refused requests to the console.
for (const how of ['says that it has none', 'loses them'])
  test(`a browser that blocks cookies and ${how} is told so, once, and no test begins anew by itself`, async ({
    page,
    context,
  }) => {
    const quiz = new QuizPage(page)
    const asked: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/v1/assessments')) asked.push(request.method())
    })
    if (how !== 'loses them')
      await page.addInitScript(() => Object.defineProperty(navigator, 'cookieEnabled', { value: false }))
    await page.goto('/languageassessment/quiz?language=german')
    await page.getByRole('button', { name: 'Start the test' }).click()
    if (how === 'loses them') {
      await quiz.expectQuestion(1)
      await context.clearCookies()
      await quiz.option(4).click()
    }
    await expect(page.getByText('Your browser didn’t send the cookie that the test needs.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Your German test' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const once = how === 'loses them' ? ['POST', 'PUT'] : []
    expect(asked.filter((method) => method !== 'GET')).toEqual(once)
    const before = asked.length
    // A loop would go on.
    await page.waitForTimeout(1500)
    expect(asked).toHaveLength(before)
  })

test('a part that is gone after a release: the page is loaded again once, then says so', async ({ page }) => {
  const quiz = new QuizPage(page)
  let loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
  const part = /\/static\/assets\/test-screen-[^/]*\.js$/
  await page.route(part, (route) => route.fulfill({ status: 404 }))
  await page.goto('/languageassessment/quiz?language=german')
  await expect.poll(() => loads).toBe(2)
  await page.getByRole('button', { name: 'Start the test' }).click()
  await expect(page.getByRole('heading', { name: 'Part of this page is missing' })).toBeVisible()
  expect(loads).toBe(2)
  await page.unroute(part)
  await page.getByRole('button', { name: 'Reload page' }).click()
  await quiz.expectQuestion(1)
})
