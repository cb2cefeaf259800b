import { urls } from '#contract/urls.ts'
import { besideMarketplace, type StandInMarketplace, startMarketplace } from '#harness/peers/marketplace.ts'
import type { RunningServer } from '#harness/server-process.ts'
import { expect, QuizPage, startDemo, test } from './fixtures.ts'

let market: StandInMarketplace
let quick: RunningServer

test.beforeAll(async () => {
  market = await startMarketplace()
  const limits = { KEY_PACE_MS: '60000', ACCOUNT_ASSESSMENTS_PER_DAY: '1' }
  quick = await startDemo({ ...besideMarketplace(market.url), ...limits }, 'serve')
})
test.afterAll(() => Promise.all([market.close(), quick.stop()]))

test('15.14: clicking through a test explains why no key is shown, and taking very many says to come back later', async ({
  page,
  context,
}) => {
  await context.addCookies([{ name: 'sid', value: '7-first', url: quick.origin }])
  const quiz = new QuizPage(page)
  await quiz.answerByApi('german', 12, 0, quick.origin)
  await page.goto(`${quick.origin}${urls.quizIn('german')}&hl=de`)
  await page.getByRole('button', { name: 'Weiter mit Frage 13' }).click()
  for (let position = 13; position <= 15; position++) {
    await expect(page.getByText(`${position}/15`, { exact: true })).toBeAttached()
    await quiz.option(4).click()
  }
  await expect(page.getByText(/nur nach einem Test, der in Lesegeschwindigkeit gemacht wurde/)).toBeVisible()
  await expect(page.getByText('Deine Antworten durchgehen')).toHaveCount(0)
  await page.getByRole('button', { name: 'Wiederholen' }).click()
  await expect(page.getByText('Mach bitte eine Pause und komm später wieder.')).toBeVisible()
})
