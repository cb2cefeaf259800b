import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './fixtures.ts'

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [390, 1440])
    test(`staff filter, read and download the figures: ${colorScheme}, ${width} px`, async ({ quiz, page }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await quiz.signInAs('Sam at the desk')
      // A finished test of this visitor, so that there is something to draw.
      await quiz.shareReport()
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

      const bank = page.getByRole('region', { name: 'The questions of the bank' })
      await bank.getByText('Table').click()
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(await overflow()).toBeLessThanOrEqual(0)
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
      await bank.getByRole('link', { name: '1', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Question 1, French, A1' })).toBeVisible()
      expect(await overflow()).toBeLessThanOrEqual(0)
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
      await page.getByRole('link', { name: 'All insights' }).click()
      await expect(page).toHaveURL(/\/insights\?.*language=french/)
    })
