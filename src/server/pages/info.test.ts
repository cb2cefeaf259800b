import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'

const measured = JSON.parse(readFileSync('data/measurement.json', 'utf8'))
const percent = (share: number) => `${Math.round(share * 100)}%`

let staircase: TestApp
let estimate: TestApp
beforeAll(async () => {
  ;[staircase, estimate] = await Promise.all([startTestApp(), startTestApp({ LEVEL_RULE: 'estimate' })])
})
afterAll(() => Promise.all([staircase.close(), estimate.close()]))

describe('the page "How this test works"', () => {
  it('explains the staircase, its measured figures and its limits', async () => {
    const { statusCode, body } = await staircase.app.inject(urls.how)
    expect(statusCode).toBe(200)
    expect(body).toContain('<h1>How this test works</h1>')
    for (const share of [measured.staircase.exact, measured.staircase.withinOne]) expect(body).toContain(percent(share))
    for (const share of measured.staircase.exactByLevel) expect(body).toContain(`<span>${percent(share)}</span>`)
    expect(body).toContain('one level harder')
    const [least, most] = [Math.min(...measured.freshTests), Math.max(...measured.freshTests)]
    expect(body).toContain(`only new questions for ${least} to ${most} tests`)
    expect(body).toContain('hardly anyone gets B1 or C1')
    expect(body).not.toMatch(/how\.\w+|<script type="module"|style="/)
  })

  it('explains the estimate if that is the rule, with its own figures and the ceiling', async () => {
    const { body } = await estimate.app.inject(urls.how)
    expect(body).toContain('take the next round from it')
    for (const share of measured.estimate.exactByLevel) expect(body).toContain(`<span>${percent(share)}</span>`)
    expect(body).toContain(percent(measured.ceiling))
    expect(body).not.toContain('hardly anyone gets')
  })

  it('is linked from the guide', async () => {
    const { body } = await staircase.app.inject(urls.quizIn('german'))
    expect(body).toContain(`href="${urls.how}"`)
  })
})
