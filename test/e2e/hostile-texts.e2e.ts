import { expect, test } from './fixtures.ts'

/** At most 40 characters: a nickname. */
const NAMES = [
  '<script>alert(1)</script>',
  '</script><script>alert(1)//',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)' autofocus '",
  '<iframe srcdoc=<script>alert(1)>',
]

test('v5.0.0-1.2.1, 1.2.3 (1): hostile names execute nothing in Chromium, on rendered and hydrated pages', async ({
  quiz,
}) => {
  const { page } = quiz
  const alarms: string[] = []
  page.on('dialog', (dialog) => {
    alarms.push(dialog.message())
    void dialog.dismiss()
  })
  await page.exposeFunction('tellViolation', (directive: string) => alarms.push(directive))
  await page.addInitScript(
    `document.addEventListener('securitypolicyviolation', (event) => tellViolation(event.violatedDirective))`,
  )
  await quiz.signIn()
  const report = await quiz.shareReport()
  const posted = await page.request.post('/v1/community/posts', {
    data: { report_id: report.split('/').at(-1), text: NAMES.join(' ') },
  })
  expect(posted.status()).toBe(201)
  for (const nickname of NAMES) {
    expect((await page.request.patch('/v1/account', { data: { nickname } })).status()).toBe(200)
    for (const path of ['/account', report, '/community/language-assessment']) {
      await page.goto(path)
      await expect(page.getByText(nickname).first(), `${path} ${nickname}`).toBeAttached()
    }
    await page.goto(
      `/languageassessment/quiz?language=${encodeURIComponent(nickname)}&level=${encodeURIComponent(nickname)}`,
    )
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(alarms).toEqual([])
})
