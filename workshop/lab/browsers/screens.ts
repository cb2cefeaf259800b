/**
 * `npm run browsers -- screens [--locale de --width 390 --theme dark --only wall]`: draws every screen in four
 * interface languages, three widths and both themes into docs/screens/all (ignored by git), for people to look at.
 */

import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import type { Attempt } from '#contract/attempts.ts'
import { rightChoice } from '#harness/api-client.ts'
import { browserOptions } from '#harness/browser.ts'
import { startServer } from '#harness/server-process.ts'
import { QUESTIONS } from '#quiz/constants.ts'

const FOLDER = 'docs/screens/all'
/** What browsers leave of the screens of phones, a tablet, and a computer. */
const HEIGHTS: Record<number, number> = { 375: 553, 390: 664, 820: 1180, 1440: 900 }
/** Missed on purpose: the report then has a level in the middle, and words to learn. */
const MISSED = new Set([3, 4, 6, 9, 11, 14])
const APP = 'Mozilla/5.0 (Linux; Android 15; Mobile) LanguageQuizApp/9.1'

const { values } = parseArgs({
  options: {
    locale: { type: 'string' },
    width: { type: 'string' },
    theme: { type: 'string' },
    only: { type: 'string' },
  },
})
const locales = values.locale?.split(',') ?? ['en', 'de', 'ja', 'ar']
const widths = (values.width?.split(',') ?? ['390', '820', '1440']).map(Number)
const themes = (['light', 'dark'] as const).filter((theme) => !values.theme || values.theme === theme)

/** The texts of a locale without placeholder values: enough to find buttons. */
function textsOf(locale: string): Record<string, string> {
  const files = ['', 'account/', 'marketplace/', 'share/'].flatMap((part) => [
    `data/texts/${part}en.json`,
    `data/texts/${part}${locale}.json`,
  ])
  return Object.assign(
    {},
    ...files.filter((file) => existsSync(file)).map((file) => JSON.parse(readFileSync(file, 'utf8'))),
  )
}

type Stage = {
  page: Page
  /** Clicks the button or link with this text. */
  press: (text: string) => Promise<void>
  /** With "I don't know", or as somebody in the middle of the scale would. */
  answer: (from: number, to: number, isAble?: boolean) => Promise<void>
  draw: (name: string) => Promise<void>
}

async function takeTest({ page, press, answer, draw }: Stage, isAble: boolean): Promise<void> {
  await page.goto('/languageassessment/quiz?language=german')
  await draw('guide')
  await press('guide.start')
  await page.locator('fieldset[data-question="1"]').waitFor()
  await draw('sentence')
  if (isAble) return answer(1, QUESTIONS, true)
  await answer(1, 6)
  await page.locator('fieldset[data-question="7"] img').waitFor()
  await draw('picture')
  await answer(7, QUESTIONS)
}

async function beforeSignIn(stage: Stage): Promise<void> {
  const { page, press, draw } = stage
  await page.goto('/languageassessment')
  await draw('landing')
  await page.goto('/languageassessment/quiz')
  await draw('select')
  await takeTest(stage, false)
  await draw('test-end')
  await page.locator('main:has([inert]) h1').waitFor()
  await draw('wall')
  await press('wall.codeLink')
  await page.locator('dialog input').waitFor()
  await draw('sign-in')
  for (const [name, path] of [
    ['how', '/languageassessment/how'],
    ['terms', '/terms'],
    ['privacy', '/privacy'],
    ['accessibility', '/languageassessment/accessibility'],
    ['teachers', '/teachers/german'],
    ['not-found', '/languageassessment/nothing'],
    ['account-signed-out', '/account'],
  ] as const) {
    await page.goto(path)
    await draw(name)
  }
}

async function signedIn(stage: Stage): Promise<void> {
  const { page, press, draw } = stage
  await page.goto('/demo/accounts?next=/account')
  await page.getByRole('button', { name: 'Lena Learner' }).click()
  await page.waitForURL('**/account')
  await takeTest(stage, true)
  await page.locator('article[aria-busy="false"]').waitFor()
  await page.waitForLoadState('networkidle')
  await draw('result')
  await press('card.use')
  await page.locator('dialog').waitFor()
  await draw('purpose')
  await page.keyboard.press('Escape')
  await press('result.share')
  await page.locator('dialog[open]').waitFor()
  await draw('share')
  await page.keyboard.press('Escape')
  const teacher = await page.locator('a[href^="/teacher/"]').first().getAttribute('href')
  await page.goto('/account')
  await draw('account')
  await press('account.delete')
  await page.locator('dialog[open]').waitFor()
  await draw('account-delete')
  if (teacher) {
    await page.goto(teacher)
    await draw('teacher')
  }
  await page.goto('/community/language-assessment')
  await draw('community')
}

async function inApp(stage: Stage): Promise<void> {
  const { page, press, answer, draw } = stage
  await page.goto('/demo/accounts?next=/account')
  await page.getByRole('button', { name: 'Lena Learner' }).click()
  await page.waitForURL('**/account')
  await page.goto('/languageassessment/quiz?language=german')
  await press('guide.start')
  await answer(1, QUESTIONS, true)
  await page.locator('article[aria-busy="false"]').waitFor()
  await page.waitForLoadState('networkidle')
  await draw('result-in-app')
  const sets = await page.request.get(
    '/v3/flash_card/card_sets_explore?front_language=german&back_language=english&language_level=B2&length=2',
  )
  await page.goto(`/vocab/detail/${(await sets.json()).data[0].card_set_id}`)
  await draw('vocabulary')
}

async function stageOn(browser: Browser, origin: string, locale: string, theme: 'light' | 'dark', userAgent?: string) {
  const texts = textsOf(locale)
  const context = await browser.newContext({
    baseURL: origin,
    locale,
    colorScheme: theme,
    reducedMotion: 'reduce',
    ...(userAgent ? { userAgent } : {}),
  })
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  let attempt: Attempt | undefined
  page.on('response', async (response) => {
    if (!/\/assessments(\/[^/]+\/answers\/\d+)?$/.test(new URL(response.url()).pathname)) return
    const reply = await response.json().catch(() => null)
    attempt = reply?.data ?? attempt
  })
  const stage: Stage = {
    page,
    press: (key) =>
      page
        .getByText(texts[key] ?? key, { exact: true })
        .first()
        .click(),
    async answer(from, to, isAble = false) {
      for (let position = from; position <= to; position++) {
        const question = page.locator(`fieldset[data-question="${position}"]`)
        await question.waitFor()
        const [right] = attempt && isAble && !MISSED.has(position) ? rightChoice(attempt, position) : []
        const options = question.locator('label')
        await (right ? options.filter({ has: page.getByText(right, { exact: true }) }).first() : options.last()).click()
      }
    },
    async draw(name) {
      if (values.only && !values.only.split(',').includes(name)) return
      for (const width of widths) {
        await page.setViewportSize({ width, height: HEIGHTS[width] ?? 900 })
        await page.screenshot({ path: `${FOLDER}/${name}-${locale}-${width}-${theme}.png`, fullPage: true })
      }
    },
  }
  return { stage, context }
}

mkdirSync(FOLDER, { recursive: true })
const server = await startServer()
const browser = await chromium.launch(browserOptions)
let failed = 0
for (const locale of locales)
  for (const theme of themes)
    for (const [scenes, userAgent] of [[beforeSignIn], [signedIn], [inApp, APP]] as const) {
      const { stage, context } = await stageOn(browser, server.origin, locale, theme, userAgent)
      await scenes(stage).catch((error: Error) => {
        failed++
        console.error(`${locale} ${theme} ${scenes.name}: ${error.message}`)
      })
      await context.close()
      console.log(`${locale} ${theme} ${scenes.name}`)
    }
await browser.close()
await server.stop()
process.exit(failed === 0 ? 0 : 1)
