import { urls } from '#contract/urls.ts'
import { expect, test } from './fixtures.ts'

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Asia/Kathmandu', locale: 'de-DE' })

  test('a teacher’s free times are in the visitor’s own, and the zone is named once', async ({ page, server }) => {
    await page.goto(server.origin + urls.teachers('german'))
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
    await expect(page.getByText('Zeitzone: Nepalesische Zeit')).toHaveCount(1)
    const times = page.locator('#free-times time')
    const moment = new Date((await times.first().getAttribute('datetime')) ?? '')
    await expect(times.first()).toHaveText(new Date(moment.getTime() + 5.75 * 3600_000).toISOString().slice(11, 16))
    await expect(times).toHaveCount(18)
    await expect(page.locator('main')).not.toContainText('UTC')
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a teacher’s free times are in UTC, and say so', async ({ page, server }) => {
    await page.goto(server.origin + urls.teachers('german'))
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
    await expect(page.getByText('Time zone: UTC')).toHaveCount(1)
    // The clock of the reader's language, as everywhere.
    await expect(page.locator('#free-times time').first()).toHaveText(/^\d{1,2}:\d\d.[AP]M$/)
  })
})

test.describe('in another language', () => {
  test.use({ locale: 'ja-JP' })

  test('the demo’s teachers speak to the reader', async ({ page, server }) => {
    await page.goto(server.origin + urls.teachers('german'))
    await expect(page.locator('main').getByText('レッスン').first()).toBeVisible()
    await expect(page.locator('main')).not.toContainText('lessons')
  })
})
