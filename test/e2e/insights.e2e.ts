import { axeFindingsInBothThemes } from '#harness/axe-findings.ts'
import { expect, test } from './fixtures.ts'

test('staff filter, read and download the figures, on a phone and on a desktop, in light and in dark', async ({
  quiz,
  page,
}) => {
  await quiz.signInAs('Sam at the desk')
  // Finish a test, so that there is something to chart.
  await quiz.shareReport()
  const expectFit = async (screen: string) => {
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, screen).toBeLessThanOrEqual(0)
    expect(await axeFindingsInBothThemes(page, screen)).toEqual([])
  }
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/insights')
    await page.getByRole('combobox', { name: 'Language', exact: true }).selectOption('French')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(/language=french/)
    await expect(page.getByRole('combobox', { name: 'Language', exact: true })).toHaveValue('french')

    const levels = page.getByRole('region', { name: 'Levels by language' })
    await expect(levels.getByRole('img', { name: 'Levels by language' })).toBeVisible()
    await expect(levels.getByRole('table')).toBeHidden()
    await levels.getByText('Table').click()
    await expect(levels.getByRole('row', { name: /^French \d+ 100%/ })).toBeVisible()
    const saved = page.waitForEvent('download')
    await levels.getByRole('link', { name: 'CSV' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^insights-levels-french-.*\.csv$/)

    const bank = page.getByRole('region', { name: 'Question bank' })
    await bank.getByText('Table').click()
    await expectFit(`figures, ${width} px`)
    await bank.getByRole('link', { name: '1', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Question 1, French, A1' })).toBeVisible()
    await expectFit(`question, ${width} px`)
    await page.getByRole('link', { name: 'All insights' }).click()
    await expect(page).toHaveURL(/\/insights\?.*language=french/)
  }
})
