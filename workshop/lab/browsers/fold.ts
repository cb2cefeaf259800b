/**
 * `npm run browsers -- fold [--locale de]`: shows all items of all languages on the test screen, in the space that
 * phones leave for a page, and says how many are visible without scrolling.
 */

import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { browserOptions } from '#harness/browser.ts'
import { measureQuestions, PHONE_VIEWPORTS } from '#harness/question-fit.ts'
import { startServer } from '#harness/server-process.ts'
import { LANGUAGES } from '#quiz/languages.ts'
import { readLanguageBank } from '../../content/banks/check/language-bank.ts'

const WORST = 10
const MIN_SHARE = 0.99

const { values } = parseArgs({ options: { locale: { type: 'string', default: 'en' } } })
const server = await startServer()
const browser = await chromium.launch(browserOptions)
const fits: { item: string; size: string; hidden: number; error: string }[] = []
for (const language of LANGUAGES) {
  const context = await browser.newContext({
    baseURL: server.origin,
    isMobile: true,
    hasTouch: true,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.route('**/*.jpg', (route) => route.abort())
  await page.goto(`/languageassessment/quiz?language=${language}&hl=${values.locale}`)
  await page.locator('main button:not(.link)').click()
  await page.locator('fieldset').waitFor()
  const { items } = readLanguageBank(language)
  for (const { width, height } of PHONE_VIEWPORTS) {
    await page.setViewportSize({ width, height })
    for (const { id, ...fit } of await measureQuestions(page, items))
      fits.push({ item: `${language} ${id}`, size: `${width}x${height}`, ...fit })
  }
  await context.close()
}
await browser.close()
await server.stop()

let isEnough = true
for (const [size, ofSize] of Map.groupBy(fits, ({ size }) => size)) {
  const fitting = ofSize.filter(({ hidden, error }) => hidden === 0 && !error).length
  isEnough &&= fitting >= MIN_SHARE * ofSize.length
  console.log(`${size}: ${fitting} of ${ofSize.length} fit (${((100 * fitting) / ofSize.length).toFixed(1)}%)`)
}
const worst = fits.toSorted((one, other) => other.hidden - one.hidden || other.error.length - one.error.length)
for (const { item, size, hidden, error } of worst.slice(0, WORST))
  if (hidden > 0 || error) console.log(`${item} at ${size}: ${hidden} px out of sight ${error}`)
process.exit(isEnough ? 0 : 1)
