import { expect, test } from './fixtures.ts'

type Sent = { name: string; properties: Record<string, unknown> }

test('the events of a whole journey are sent in batches, accepted, and carry the flow id', async ({ quiz }) => {
  const { page } = quiz
  await quiz.signIn()
  // A beacon's body is hidden from the test, so the page hands over what it sends; the request itself goes out as always.
  const sent: Sent[] = []
  await page.exposeFunction('noteBeacon', (body: string) => sent.push(...JSON.parse(body).events))
  await page.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator)
    navigator.sendBeacon = (url, data) => {
      void (data as Blob).text().then((window as unknown as { noteBeacon: (body: string) => void }).noteBeacon)
      return send(url, data)
    }
  })
  const statuses: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/v1/events')) statuses.push(response.status())
  })

  const accepted = page.waitForResponse('**/v1/events')
  await page.goto('/languageassessment')
  await accepted
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByRole('button', { name: 'German' }).click()
  await page.getByRole('button', { name: 'Start the test' }).click()
  await quiz.answer(1, 15)
  await expect(page.getByText('Your German language level is A1')).toBeVisible()
  await expect.poll(() => sent.map(({ name }) => name)).toContain('view_report')

  expect(sent.map(({ name }) => name)).toEqual([
    'view_free_assessment_landing_page',
    'select_language',
    ...new Array(15).fill('view_question'),
    'view_report',
  ])
  expect(statuses.length).toBeLessThan(12)
  expect(new Set(statuses)).toEqual(new Set([202]))
  expect(String(sent[0]?.properties.flow_id)).toMatch(/^0-english-\d{13}$/)
  const later = new Set(sent.slice(1).map(({ properties }) => properties.flow_id))
  expect(later.size).toBe(1)
  const flowId = [...later][0]
  expect(String(flowId)).toMatch(/^[1-9]\d*-german-\d{13}$/)
  const kept = await page.evaluate(() => [localStorage.ASSESSMENT_FLOW_ID, sessionStorage.ASSESSMENT_FLOW_ID])
  expect(kept).toEqual([flowId, flowId])

  await page.getByRole('button', { name: 'Retake' }).click()
  await quiz.expectQuestion(1)
  expect(await page.evaluate(() => localStorage.ASSESSMENT_FLOW_ID)).not.toBe(flowId)
})
