/**
 * `npm run browsers -- screens`: takes the screenshots in docs/screens again. `--into FOLDER [--locale de --width 390
 * --theme dark --only wall]` takes one of every screen in four interface languages, four widths, and both themes, for
 * people to look at.
 */

import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import type { Attempt } from '#contract/attempts.ts'
import { rightChoice } from '#harness/api-client.ts'
import { browserOptions } from '#harness/browser.ts'
import { startServer } from '#harness/server-process.ts'
import { SCENES, SCHOOL, type Scene, type Stage, startSchool } from './scenes.ts'

const KEPT = 'docs/screens'
/** The space that browsers leave for a page on phones, a tablet, and a computer. */
const HEIGHTS: Record<string, number> = { 375: 553, 390: 664, 820: 1180, 1440: 900 }
/** Missed on purpose, so the report has a level in the middle and words to learn. */
const MISSED = new Set([3, 4, 6, 9, 11, 14, 15])
const APP = 'Mozilla/5.0 (Linux; Android 15; Mobile) LanguageQuizApp/9.1'
const AT_A_TIME = 3

const { values } = parseArgs({
  options: {
    into: { type: 'string', default: KEPT },
    locale: { type: 'string', default: 'en,de,ja,ar' },
    width: { type: 'string', default: Object.keys(HEIGHTS).join() },
    theme: { type: 'string', default: 'light,dark' },
    only: { type: 'string', default: SCENES.flatMap(({ screens }) => screens).join() },
  },
})

type Picture = { screen: string; locale: string; width: string; theme: 'light' | 'dark' }

const fileOf = ({ screen, locale, width, theme }: Picture) => `${screen}-${locale}-${width}-${theme}.png`

const everyPicture = (): Picture[] =>
  values.only
    .split(',')
    .flatMap((screen) =>
      values.locale
        .split(',')
        .flatMap((locale) =>
          values.width
            .split(',')
            .flatMap((width) => values.theme.split(',').map((theme) => ({ screen, locale, width, theme }) as Picture)),
        ),
    )

const keptPictures = (): Picture[] =>
  readdirSync(KEPT).map((file) => {
    const [, screen, locale, width, theme] = /^(.+)-(\w+)-(\d+)-(\w+)\.png$/.exec(file) ?? []
    return { screen, locale, width, theme } as Picture
  })

/** A locale's texts with their placeholders left in, which is enough to find buttons. */
function textsOf(locale: string): Record<string, string> {
  const files = ['', 'account/', 'marketplace/', 'review/', 'share/'].flatMap((part) => [
    `data/texts/${part}en.json`,
    `data/texts/${part}${locale}.json`,
  ])
  return Object.assign(
    {},
    ...files.filter((file) => existsSync(file)).map((file) => JSON.parse(readFileSync(file, 'utf8'))),
  )
}

const { resolve } = createRequire(import.meta.url)

const face = (file: string, range: string) =>
  `@font-face{font-family:Phone;font-weight:100 900;unicode-range:${range};src:url(data:font/woff2;base64,${readFileSync(resolve(`@fontsource-variable/${file}-wght-normal.woff2`), 'base64')})}`

/** The system font of most phones, whatever this machine has. */
const PHONE_FONT = `${face('noto-sans/files/noto-sans-latin', 'U+0000-02FF,U+2000-22FF')}
  ${face('noto-sans-arabic/files/noto-sans-arabic-arabic', 'U+0600-06FF,U+0750-077F,U+FB50-FEFC')}
  :root{--font:Phone,system-ui,sans-serif !important}`

/** Waits until everything in the picture is there. */
async function settle(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    const hadFont = await frame.evaluate(() => {
      const own = window as { hasPhoneFont?: true }
      const { hasPhoneFont } = own
      own.hasPhoneFont = true
      return hasPhoneFont
    })
    if (!hadFont) await frame.addStyleTag({ content: PHONE_FONT })
  }
  for (const frame of page.frames())
    await frame.waitForFunction(() => {
      const images = [...document.images].filter((image) => image.checkVisibility() && image.loading !== 'lazy')
      return images.every((image) => image.complete && image.naturalWidth > 0) && document.fonts.status === 'loaded'
    })
}

function stageOn(page: Page, locale: string, pictures: readonly Picture[]): Stage {
  const texts = textsOf(locale)
  let attempt: Attempt | undefined
  page.on('response', async (response) => {
    if (!/\/assessments(\/[^/]+\/answers\/\d+)?$/.test(new URL(response.url()).pathname)) return
    const reply = await response.json().catch(() => null)
    attempt = reply?.data ?? attempt
  })
  const draws = (screen: string) => pictures.some((picture) => picture.screen === screen)
  return {
    page,
    draws,
    attemptId: () => attempt?.id ?? '',
    press: (key) =>
      page
        .getByText(texts[key] ?? key, { exact: true })
        .locator('visible=true')
        .first()
        .click(),
    async answer(from, to, isAble = false) {
      for (let position = from; position <= to; position++) {
        const question = page.locator(`fieldset[data-question="${position}"]`)
        await question.waitFor()
        while (isAble && !attempt?.questions.some((asked) => asked.position === position)) await page.waitForTimeout(20)
        const [right] = attempt && isAble && !MISSED.has(position) ? rightChoice(attempt, position) : []
        const options = question.locator('label')
        await (right ? options.filter({ has: page.getByText(right, { exact: true }) }).first() : options.last()).click()
      }
    },
    async draw(screen) {
      if (!draws(screen)) return
      for (const picture of pictures.filter((each) => each.screen === screen)) {
        const width = Number(picture.width)
        await page.emulateMedia({ colorScheme: picture.theme })
        await page.setViewportSize({ width, height: HEIGHTS[width] ?? 900 })
        await settle(page)
        const fullPage = !(await page.locator('dialog[open]').isVisible())
        await page.screenshot({ path: `${values.into}/${fileOf(picture)}`, fullPage })
      }
    },
  }
}

async function play(browser: Browser, origin: string, { run, isInApp }: Scene, locale: string, pictures: Picture[]) {
  const context = await browser.newContext({
    baseURL: origin,
    locale,
    reducedMotion: 'reduce',
    bypassCSP: true,
    ...(isInApp ? { userAgent: APP } : {}),
  })
  context.setDefaultTimeout(30_000)
  await run(stageOn(await context.newPage(), locale, pictures))
  await context.close()
}

mkdirSync(values.into, { recursive: true })
const pictures = values.into === KEPT ? keptPictures() : everyPicture()
const server = await startServer({ env: { EMBED_ORIGINS: SCHOOL } })
const school = startSchool()
const browser = await chromium.launch(browserOptions)
const jobs = [...new Set(pictures.map(({ locale }) => locale))]
  .flatMap((locale) =>
    SCENES.map((scene) => ({
      scene,
      locale,
      wanted: pictures.filter((picture) => picture.locale === locale && scene.screens.includes(picture.screen)),
    })),
  )
  .filter(({ wanted }) => wanted.length > 0)
let failed = 0
async function work(): Promise<void> {
  for (let job = jobs.shift(); job; job = jobs.shift()) {
    const { scene, locale, wanted } = job
    await play(browser, server.origin, scene, locale, wanted).catch((error: Error) => {
      failed++
      console.error(`${locale} ${scene.screens}: ${error.message}`)
    })
  }
}
await Promise.all(Array.from({ length: AT_A_TIME }, work))
await browser.close()
await server.stop()
school.close()
process.exit(failed === 0 ? 0 : 1)
