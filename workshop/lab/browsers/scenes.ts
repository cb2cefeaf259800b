/** The screens that `npm run browsers -- screens` photographs, and how visitors get there. */
import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { urls } from '#contract/urls.ts'
import { freePort } from '#harness/free-port.ts'
import { QUESTIONS } from '#quiz/constants.ts'

const port = await freePort()

/** A site that embeds the quiz from the origin in its query. */
export const SCHOOL = `http://localhost:${port}`

export const startSchool = () =>
  createServer((request, response) =>
    response.setHeader('content-type', 'text/html').end(
      `<!doctype html><meta name="viewport" content="width=device-width"><h1>A school</h1>
      <script src="${request.url?.slice(2)}/static/embed.js"></script>`,
    ),
  ).listen(port, 'localhost')

export type Stage = {
  page: Page
  /** Whether this screen is wanted. */
  draws: (screen: string) => boolean
  draw: (screen: string) => Promise<void>
  /** Clicks the first visible button or link with the text of this key. */
  press: (key: string) => Promise<void>
  /** Answers with "I don't know", or as a learner in the middle of the scale would. */
  answer: (from: number, to: number, isAble?: boolean) => Promise<void>
  /** For the newest test. */
  attemptId: () => string
}

/** One way through the product, and the screens along it. */
export type Scene = { screens: readonly string[]; run: (stage: Stage) => Promise<void>; isInApp?: boolean }

/** One screen at one URL. */
const pageAt = (screen: string, path: string): Scene => ({
  screens: [screen],
  run: async ({ page, draw }) => {
    await page.goto(path)
    await draw(screen)
  },
})

const GERMAN = urls.quizIn('german')

async function signIn({ page }: Stage): Promise<void> {
  await page.goto(`/demo/accounts?next=${urls.account}`)
  await page.getByRole('button', { name: 'Lena Learner' }).click()
  await page.waitForURL(`**${urls.account}`)
}

let lastTest = Promise.resolve()

/** These run one after another: all are the same learner, who can have only one open test. */
function takeTest(stage: Stage): Promise<void> {
  const test = lastTest.then(() => takeTestNow(stage))
  lastTest = test.catch(() => undefined)
  return test
}

async function takeTestNow({ page, press, answer }: Stage): Promise<void> {
  await page.goto(GERMAN)
  await press('guide.start')
  await answer(1, QUESTIONS, true)
  await page.locator('article[aria-busy="false"]').waitFor()
  await page.locator('#teachers-for-you').waitFor()
}

const upToTest: Scene = {
  screens: ['guide', 'sentence', 'picture', 'landing-open', 'select-open'],
  run: async ({ page, press, answer, draw }) => {
    await page.goto(GERMAN)
    await draw('guide')
    await press('guide.start')
    await page.locator('fieldset[data-question="1"]').waitFor()
    await draw('sentence')
    await answer(1, 6)
    await page.locator('fieldset[data-question="7"] img').waitFor()
    await draw('picture')
    await page.goto(urls.landing)
    await draw('landing-open')
    await page.goto(urls.quiz)
    await draw('select-open')
  },
}

const upToSignUp: Scene = {
  screens: ['test-end', 'wall', 'sign-in', 'sign-in-code'],
  run: async ({ page, press, answer, draw }) => {
    const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>()
    await page.route(`**/answers/${QUESTIONS}`, async (route) => {
      await mayCome
      await route.continue()
    })
    await page.goto(GERMAN)
    await press('guide.start')
    await answer(1, QUESTIONS)
    await page.locator('main[data-bare] svg text').first().waitFor()
    await draw('test-end')
    letCome()
    await page.locator('main:has([inert]) h1').waitFor()
    await draw('wall')
    await press('wall.codeLink')
    const input = page.locator('dialog input')
    await input.fill(`lena-${Math.random().toString(36).slice(2, 6)}@example.test`)
    await draw('sign-in')
    await press('signIn.send')
    await page.locator('dialog input[autocomplete="one-time-code"]').waitFor()
    await draw('sign-in-code')
  },
}

const result: Scene = {
  screens: ['result', 'sure', 'practice', 'purpose', 'profile-updated', 'share', 'public-report', 'account'],
  run: async (stage) => {
    const { page, press, draw } = stage
    // The other scenes use the same learner and need the profile unchanged.
    await page.route(`**${urls.profile}`, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ json: { data: {} } }) : route.fallback(),
    )
    await signIn(stage)
    await takeTest(stage)
    await draw('result')
    await press('review.sure')
    await draw('sure')
    await press('practice.start')
    await draw('practice')
    await press('card.use')
    await page.locator('dialog li').first().waitFor()
    await draw('purpose')
    await press('purpose.brain_training')
    await page.getByRole('status').filter({ hasText: /./ }).first().waitFor()
    await draw('profile-updated')
    await press('result.share')
    await page.locator('dialog img[data-level]').waitFor()
    await draw('share')
    const shared = await page.request.post(urls.reports, { data: { assessment_id: stage.attemptId() } })
    await page.goto((await shared.json()).data.url)
    await draw('public-report')
    await page.goto(urls.account)
    await draw('account')
  },
}

const account: Scene = {
  screens: ['account-delete', 'teacher'],
  run: async (stage) => {
    const { page, press, draw } = stage
    await signIn(stage)
    await press('account.delete')
    await page.locator('dialog[open]').waitFor()
    await draw('account-delete')
    await page.goto(urls.teachers('german'))
    await page.locator('a[href^="/teacher/"]').first().click()
    await page.waitForURL('**/teacher/**')
    await draw('teacher')
  },
}

const inApp: Scene = {
  screens: ['result-in-app', 'vocabulary'],
  isInApp: true,
  run: async (stage) => {
    const { page, draw, draws } = stage
    await signIn(stage)
    if (draws('result-in-app')) {
      await takeTest(stage)
      await page.locator('#vocabulary-for-you').waitFor()
      await draw('result-in-app')
    }
    const sets = await page.request.get(
      '/v3/flash_card/card_sets_explore?front_language=german&back_language=english&language_level=B2&length=2',
    )
    await page.goto(urls.vocabularySet((await sets.json()).data[0].card_set_id))
    await draw('vocabulary')
  },
}

const embedded: Scene = {
  screens: ['embedded'],
  run: async ({ page, draw }) => {
    await page.goto(urls.how)
    await page.goto(`${SCHOOL}/?${new URL(page.url()).origin}`)
    await page.frameLocator('iframe').locator('main button').last().waitFor()
    await draw('embedded')
  },
}

export const SCENES: readonly Scene[] = [
  result,
  upToSignUp,
  inApp,
  upToTest,
  account,
  embedded,
  pageAt('landing', urls.landing),
  pageAt('select', urls.quiz),
  pageAt('how', urls.how),
  pageAt('terms', urls.terms),
  pageAt('privacy', urls.privacy),
  pageAt('accessibility', urls.accessibility),
  pageAt('teachers', urls.teachers('german')),
  pageAt('not-found', `${urls.landing}/nothing`),
  pageAt('account-signed-out', urls.account),
  pageAt('community', urls.community),
]
