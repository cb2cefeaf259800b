/**
 * `npm run bench -- answer`: the time from the release of an option until the next question is on screen, its picture
 * decoded, with 150 ms of latency added to every request. Limits: inside a round 50 ms + two frames; at a border one
 * round trip more.
 */

import { chromium } from '@playwright/test'
import { browserOptions } from '#harness/browser.ts'
import { measuredOn, writeFigures } from '#harness/figures.ts'
import { startServer } from '#harness/server-process.ts'
import { QUESTIONS } from '#quiz/test-plan.ts'

const LATENCY_MS = 150
const DELAY_MS = 50
const TWO_FRAMES_MS = 2 * (1000 / 60)
const TESTS = 12

/**
 * Runs in the page: records the release, and the end of the first frame that shows the next question with its picture
 * decoded.
 */
function watchAnswers(): void {
  const times: { position: number; isPicture: boolean; ms: number }[] = []
  Object.assign(window, { answerTimes: times })
  let releasedAt = 0
  document.addEventListener('pointerup', () => (releasedAt = performance.now()), true)
  let shown: string | undefined
  const look = async () => {
    const group = document.querySelector<HTMLElement>('fieldset[data-question]')
    const position = group?.dataset.question
    if (!group || position === shown) return
    shown = position
    const picture = group.querySelector('img')
    await picture?.decode()
    if (picture && picture.naturalWidth === 0) throw new Error('The picture is missing.')
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.onmessage = () => {
        if (position !== '1')
          times.push({ position: Number(position), isPicture: picture !== null, ms: performance.now() - releasedAt })
      }
      channel.port2.postMessage(null)
    })
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })
}

const server = await startServer({ mode: 'serve' })
const browser = await chromium.launch(browserOptions)
const times: { position: number; isPicture: boolean; ms: number }[] = []
for (let test = 0; test < TESTS; test++) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await page.addInitScript(watchAnswers)
  await page.goto(`${server.origin}/languageassessment/quiz?language=english`)
  await page.getByRole('button', { name: 'Start the test' }).click()
  for (let position = 1; position <= QUESTIONS; position++) {
    await page.locator(`fieldset[data-question="${position}"]`).waitFor()
    // People read before answering; the fast ones take a second.
    await page.waitForTimeout(1000)
    // "I don't know" leads down to the pictures; an occasional first option mixes the levels.
    await page
      .locator('fieldset label')
      .nth(position % 4 === 0 ? test % 4 : 4)
      .click()
  }
  await page.waitForTimeout(300)
  times.push(...(await page.evaluate(() => (window as unknown as { answerTimes: typeof times }).answerTimes)))
  await context.close()
}
await browser.close()
await server.stop()

const isBorder = ({ position }: { position: number }) => position % 3 === 1
const groups = [
  { name: 'inside a round', limit: DELAY_MS + TWO_FRAMES_MS, times: times.filter((time) => !isBorder(time)) },
  { name: "at a round's border", limit: DELAY_MS + LATENCY_MS + TWO_FRAMES_MS, times: times.filter(isBorder) },
  {
    name: "at a round's border, with a picture",
    limit: DELAY_MS + LATENCY_MS + TWO_FRAMES_MS,
    times: times.filter((time) => isBorder(time) && time.isPicture),
  },
]
const rows = groups.map(({ name, limit, times }) => {
  const sorted = times.map(({ ms }) => ms).sort((one, other) => one - other)
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0)
  const within = sorted.filter((ms) => ms <= limit).length
  return `| ${name} | ${sorted.length} | ${at(0.5)} | ${at(0.9)} | ${at(0.99)} | ${at(1)} | ${limit.toFixed(0)} | ${within} of ${sorted.length} |`
})
writeFigures('docs/performance.md', 'answer', [
  `Release of an option to the next question on screen, picture decoded, ${LATENCY_MS} ms latency added (\`npm run bench -- answer\`, ${measuredOn()}).`,
  '',
  '| | questions | median ms | p90 | p99 | longest | limit | within |',
  '|---|--:|--:|--:|--:|--:|--:|--:|',
  ...rows,
])
