import { expect, test } from './fixtures.ts'

test.use({ environment: { BRAND_DIR: 'deploy/brand-example' } })

test('a brand’s name stays on the pages once scripts run, from the choice to the report', async ({ quiz }) => {
  await quiz.page.goto('/languageassessment/quiz')
  await expect(quiz.page).toHaveTitle(/ · Lingua Harbor$/)
  await expect(quiz.page.getByRole('banner').getByText('Lingua Harbor')).toBeVisible()
  await quiz.startTest('french')
  await expect(quiz.page).toHaveTitle(/ · Lingua Harbor$/)
})
