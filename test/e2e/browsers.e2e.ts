import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { data, newBuiltIns } from '#harness/newer-than-floor.ts'
import { QUESTIONS } from '#quiz/constants.ts'
import { expect, QuizPage, test } from './fixtures.ts'

test('from the landing page to the review in a browser that has only the oldest supported built-ins', {
  tag: '@slow',
}, async ({ quiz }) => {
  const { page } = quiz
  const isOfLanguage = (path: string) => !((path.split('.')[0] as string) in data.api)
  const removed = [...newBuiltIns().statics].filter((path) => isOfLanguage(path) || /^(AbortSignal|URL)\./.test(path))
  expect(removed).toEqual(expect.arrayContaining(['Object.groupBy', 'Array.toSorted', 'AbortSignal.timeout']))
  await page.addInitScript((paths: string[]) => {
    for (const path of paths) {
      const [owner = '', name = ''] = path.split('.')
      const holder: unknown = Reflect.get(globalThis, owner)
      if (typeof holder !== 'function') continue
      Reflect.deleteProperty(holder, name)
      Reflect.deleteProperty(holder.prototype ?? {}, name)
    }
  }, removed)
  await page.goto('/languageassessment')
  expect(
    await page.evaluate(() => [Reflect.get(Object, 'groupBy'), Reflect.get([], 'toSorted'), AbortSignal.timeout]),
  ).toEqual([undefined, undefined, undefined])
  await quiz.signIn()
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByRole('button', { name: 'German' }).click()
  await page.getByRole('button', { name: 'Start the test' }).click()
  await quiz.answer(1, 4)
  await quiz.expectQuestion(5)
  await quiz.reachLastQuestion('german')
  await quiz.answer(QUESTIONS, QUESTIONS)
  await expect(page.getByText('Your German language level is A1')).toBeVisible()
  const missed = page.getByRole('article', { name: /^Question \d+:/ })
  await expect(missed).toHaveCount(15)
  await missed.first().locator('summary').click()
  await expect(missed.first().getByText('Why not the others?')).toBeVisible()
  await expect(page.locator('#old')).toBeHidden()
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'German' })).toBeVisible()
})

test('an outdated browser shows a notice in the visitor’s language', async ({ page }) => {
  const tooOld = page.getByText('Dieser Browser ist zu alt für den Test.')
  await page.goto('/languageassessment/quiz?hl=de')
  await expect(tooOld).toBeHidden()
  await page.addInitScript(() => Object.assign(CSS, { supports: () => false }))
  await page.reload()
  await expect(tooOld).toBeVisible()
})

// Without the fixture `quiz`: the browser itself logs refused requests to the console.
for (const how of ['reports having none', 'loses them'])
  test(`a browser that blocks cookies and ${how} gets one notice, and no test restarts by itself`, async ({
    page,
    context,
  }) => {
    const quiz = new QuizPage(page)
    const asked: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/v1/assessments')) asked.push(request.method())
    })
    if (how !== 'loses them')
      await page.addInitScript(() => Object.defineProperty(navigator, 'cookieEnabled', { value: false }))
    await page.clock.install()
    await page.goto('/languageassessment/quiz?language=german')
    await page.getByRole('button', { name: 'Start the test' }).click()
    if (how === 'loses them') {
      await quiz.expectQuestion(1)
      await context.clearCookies()
      await quiz.answer(1, 1)
    }
    await expect(page.getByText('Your browser didn’t send the cookie that the test needs.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Your German test' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const once = how === 'loses them' ? ['POST', 'PUT'] : []
    expect(asked.filter((method) => method !== 'GET')).toEqual(once)
    const before = asked.length
    // A loop would continue.
    await page.clock.runFor(60_000)
    await page.waitForLoadState('networkidle')
    expect(asked).toHaveLength(before)
  })

test('a part missing after a release reloads the page once, then shows a notice', async ({ page }) => {
  const quiz = new QuizPage(page)
  let loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
  const part = /\/static\/assets\/test-screen-[^/]*\.js$/
  await page.route(part, (route) => route.fulfill({ status: 404 }))
  await page.goto('/languageassessment/quiz?language=german')
  await expect.poll(() => loads).toBe(2)
  await page.getByRole('button', { name: 'Start the test' }).click()
  await expect(page.getByRole('heading', { name: 'Part of this page is missing' })).toBeVisible()
  expect(loads).toBe(2)
  await page.unroute(part)
  await page.getByRole('button', { name: 'Reload page' }).click()
  await quiz.expectQuestion(1)
})

type Translator = {
  /** Chrome removes text nodes from the page; others move them. */
  textNodes: 'replaced' | 'moved'
  /** The number of elements around each text node. */
  nesting: number
  /** Translates before the page's scripts run. */
  isEarly?: boolean
}

/**
 * Translates every text as browsers do, again after each change: into elements, except where the page opts out of
 * translation. Translated text is in ⟦…⟧. It's an error if a script writes to a detached text node.
 */
async function translate({ page }: QuizPage, translator: Translator): Promise<void> {
  await page.addInitScript(({ textNodes, nesting, isEarly }: Translator) => {
    const isTranslatable = ({ data, parentElement }: Text) =>
      parentElement !== null &&
      /\p{L}|\d/u.test(data) &&
      !data.includes('⟦') &&
      !parentElement.closest('script, style, noscript, svg, textarea') &&
      parentElement.closest('[translate]')?.getAttribute('translate') !== 'no'
    const translateText = (text: Text) => {
      const outer = document.createElement('font')
      let inner = outer
      for (let depth = 1; depth < nesting; depth++) inner = inner.appendChild(document.createElement('font'))
      text.replaceWith(outer)
      const translated = `⟦${text.data}⟧`
      if (textNodes === 'moved') {
        text.data = translated
        inner.append(text)
        return
      }
      inner.append(translated)
      Object.defineProperty(text, 'nodeValue', {
        get: () => text.data,
        set: (value: string) => console.error(`written to a detached node: ${value}`),
      })
    }
    const translateAll = () => {
      const walker = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) if (isTranslatable(text)) translateText(text)
    }
    const start = () => {
      translateAll()
      new MutationObserver(translateAll).observe(document, { subtree: true, childList: true, characterData: true })
    }
    if (isEarly) start()
    else addEventListener('load', () => setTimeout(start, 500))
  }, translator)
}

/** The page's text, without header and footer. */
const words = (page: Page) => page.locator('main').innerText()

/** Answers the question with the option at `index`. Its sentence and options must be untranslated. */
async function answer(quiz: QuizPage, position: number, index: number): Promise<void> {
  const { page } = quiz
  await expect(page.locator(`fieldset[data-question="${position}"]`)).toBeVisible()
  await expect(page.locator('main > div').first()).toContainText(`${position}`)
  await expect(quiz.option(4)).toContainText('⟦')
  for (const option of [0, 1, 2, 3]) await expect(quiz.option(option).locator('span').last()).not.toContainText('⟦')
  await expect(quiz.question.locator('p[lang]')).not.toContainText(['⟦'])
  await quiz.option(index).click()
}

test('from the landing page to the account on a translated page', async ({ quiz }) => {
  const { page } = quiz
  await translate(quiz, { textNodes: 'replaced', nesting: 2 })
  await page.goto('/')
  await page.getByRole('button', { name: '⟦Start⟧' }).click()
  await expect(page.getByRole('heading', { name: '⟦I want to test my...⟧' })).toBeVisible()
  await page.getByRole('button', { name: '日本語' }).click()
  await expect(page.locator('figure p').first()).not.toContainText('⟦')
  await page.getByRole('button', { name: '⟦Start the test⟧' }).click()
  for (const position of [1, 2]) await answer(quiz, position, position)
  await expect(page.locator('fieldset[data-question="3"]')).toBeVisible()
  await quiz.answerByApi('japanese', QUESTIONS - 1)
  await page.goto('/languageassessment/quiz?language=japanese')
  await page.getByRole('button', { name: `⟦Continue from question ${QUESTIONS}⟧` }).click()
  await answer(quiz, QUESTIONS, 4)

  await expect(page.getByRole('heading', { name: '⟦Sign up to see your report card⟧' })).toBeVisible()
  await page.getByRole('button', { name: '⟦Continue with email or phone⟧' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '⟦Send me a code⟧' }).click()
  await expect(dialog.getByText('⟦Enter your email or phone number.⟧')).toBeVisible()
  const target = `${randomUUID()}@example.test`
  await dialog.getByRole('textbox').fill(target)
  await dialog.getByRole('button', { name: '⟦Send me a code⟧' }).click()
  await expect(dialog.getByRole('button', { name: /⟦Resend code in \d+ s⟧/ })).toBeVisible()
  const countdown = await dialog.getByRole('button', { name: /⟦Resend code in/ }).innerText()
  await expect(dialog.getByRole('button', { name: countdown })).toHaveCount(0)
  await dialog.getByRole('textbox').fill(await quiz.readCode(target))

  await expect(page.getByText(/⟦Your Japanese language level is/)).toBeVisible()
  const review = page.locator('section').filter({ has: page.getByRole('heading', { name: /⟦Your answers: / }) })
  const missed = review.getByRole('article').first()
  await expect(missed.locator('ins')).not.toContainText('⟦⟦')
  for (const isOn of [true, false, true]) {
    await review.getByRole('checkbox').setChecked(isOn)
    await expect(review.locator('rt').first()).toBeVisible({ visible: isOn })
  }
  await missed.locator('summary').click()
  await missed.getByRole('button', { name: /⟦Report this question⟧/ }).click()
  await missed.getByRole('radio').first().check()
  await missed.getByRole('button', { name: '⟦Send report⟧' }).click()
  await expect(missed.getByText('⟦Thanks! We’ll take a look at this question.⟧')).toBeVisible()
  await review.getByRole('button', { name: '⟦Try the ones you missed⟧' }).click()
  const practice = page.getByRole('region', { name: 'Try the ones you missed' })
  for (const count of [1, 2]) {
    await expect(practice.getByRole('heading', { name: new RegExp(`⟦${count} of `) })).toBeVisible()
    await expect(practice.getByRole('group').getByRole('button').first()).not.toContainText('⟦')
    await practice.getByRole('group').getByRole('button').last().click()
    await practice.getByRole('button', { name: '⟦Next⟧' }).click()
  }
  await page.getByRole('button', { name: '⟦Back to your answers⟧' }).click()

  await page.getByRole('button', { name: '⟦Share my report⟧' }).click()
  const sheet = page.getByRole('dialog', { name: 'Share my report' })
  await sheet.getByRole('button', { name: '⟦More⟧' }).click()
  await expect(sheet.getByRole('button', { name: '⟦Email⟧' })).toBeVisible()
  await sheet.getByRole('button', { name: '⟦Copy link⟧' }).click()
  await expect(sheet.getByText(/⟦(Link copied|We couldn’t copy the link)/)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '⟦Retake⟧' }).click()
  await answer(quiz, 1, 0)
  await page.locator('main button').first().click()
  await expect(page.getByRole('button', { name: '⟦Continue from question 2⟧' })).toBeVisible()

  await page.goto('/account')
  await expect(page.getByRole('heading', { name: '⟦Your account⟧' })).toBeVisible()
  for (const nickname of ['Ana', 'Zoë']) {
    await page.getByRole('button', { name: 'Change nickname' }).click()
    await page.getByRole('textbox').fill(nickname)
    await page.getByRole('button', { name: '⟦Save⟧' }).click()
    await expect(page.locator('h1 ~ * bdi')).toHaveText(nickname)
  }
  await page.getByRole('button', { name: '⟦Delete my account⟧' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '⟦Keep my account⟧' }).click()
  expect(await words(page)).toContain('⟦')
})

for (const path of ['/languageassessment/quiz?language=german', '/account'])
  test(`${path} is usable if translated before its scripts run`, async ({ page }) => {
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await translate(new QuizPage(page), {
      textNodes: path === '/account' ? 'moved' : 'replaced',
      nesting: 1,
      isEarly: true,
    })
    await page.goto(path)
    if (path === '/account') {
      await page.getByRole('button', { name: '⟦Continue with email or phone⟧' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    } else {
      await page.getByRole('button', { name: '⟦Start the test⟧' }).click()
      await expect(page.locator('fieldset[data-question="1"]')).toBeVisible()
    }
    // React reports once that it renders the page again (error 418).
    for (const message of errors) expect(message).toContain('#418')
  })

/** Changes by extensions that keep React from updating the page. */
const HARM = {
  'wraps the screen': () => {
    const main = document.querySelector('main') as Element
    const wrapper = document.createElement('div')
    main.replaceWith(wrapper)
    wrapper.append(main)
  },
  'removes the screen': () => {
    document.createElement('div').append(document.querySelector('main') as Element)
  },
  'removes the question': () => document.querySelector('main fieldset')?.remove(),
  'empties the page': () => document.getElementById('root')?.replaceChildren(),
} as const

test('whatever an extension removes, the test continues at the next question, and no answer is lost', async ({
  page,
}) => {
  const quiz = new QuizPage(page)
  const taken: string[] = []
  page.on('response', (reply) => {
    if (reply.request().method() === 'PUT' && reply.ok()) taken.push(reply.url().replace(/.*\//, ''))
  })
  for (const [what, harm] of Object.entries(HARM)) {
    taken.length = 0
    await page.context().clearCookies()
    await quiz.startTest('german')
    for (const position of [1, 2]) {
      await quiz.expectQuestion(position)
      await page.evaluate(`(${harm})()`)
      // A question shown again ignores answers briefly, and may have no options to identify it.
      await expect(async () => {
        await page.keyboard.press('5')
        await expect(page.locator(`fieldset[data-question="${position + 1}"]`), what).toBeVisible({ timeout: 1000 })
      }).toPass()
    }
    await expect(page.locator('main'), what).toHaveCount(1)
    await expect.poll(() => taken, what).toEqual(['1', '2'])
  }
})

test('if rendering the page again fails too, it explains what to do, and the answers are kept', async ({ page }) => {
  const quiz = new QuizPage(page)
  await quiz.startTest('german')
  await page.evaluate(() => {
    const create = document.createElement.bind(document)
    document.createElement = ((name: string) => {
      if (name === 'fieldset') throw new Error('blocked')
      return create(name)
    }) as typeof document.createElement
  })
  await quiz.answer(1, 1)
  await expect(page.getByRole('heading', { name: 'Something got in the way' })).toBeVisible()
  await page.getByRole('button', { name: 'Reload page' }).click()
  await quiz.expectQuestion(2)
})
