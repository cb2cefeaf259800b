import type { Locator, Page } from '@playwright/test'
import { QUESTIONS } from '#quiz/constants.ts'
import { expect, type QuizPage, test } from './fixtures.ts'
import { recordEvents } from './sent-events.ts'

/** A new account on the result of a test with only the first question right. */
async function finishTest(quiz: QuizPage) {
  const { page } = quiz
  await quiz.signIn()
  await quiz.openResult('german', 1)
  await expect(page.getByRole('heading', { name: 'Your answers: 1 of 15 correct' })).toBeVisible()
}

/** The questions in the review: missed ones first, then right ones. */
async function findQuestions({ page }: QuizPage, right: number) {
  await expect(page.getByRole('heading', { name: `Your answers: ${right} of 15 correct` })).toBeVisible()
  if (right > 0) await page.getByText('What you got right').click()
  const questions = page.getByRole('article', { name: /^Question \d+: (Correct|Incorrect|Didn’t know)$/ })
  await expect(questions).toHaveCount(QUESTIONS)
  return questions
}

const unfold = (question: Locator) => question.locator('summary').click()

test('a result shows its certainty; its questions can be reviewed after a failure, and flagged; the account shows whether the level changed', async ({
  quiz,
}) => {
  const { page } = quiz
  await quiz.signIn()
  await quiz.answerByApi('german', QUESTIONS)
  await page.route('**/review', (route) => route.abort('connectionrefused'), { times: 1 })
  await quiz.openResult('german')
  await expect(page.getByText('Your German language level is A1')).toBeVisible()
  await expect(page.getByRole('alert').getByText('We couldn’t load this.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  const sure = page.getByText(/^All your answers fit A1\. No short test is exact/)
  await expect(sure).toBeHidden()
  await page.getByText('How sure is this?').click()
  await expect(sure).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What you can read at A1' })).toBeVisible()
  await expect(page.getByText('Not measured: listening, speaking and writing.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Words worth learning' })).toBeVisible()

  const first = (await findQuestions(quiz, 0)).first()
  await expect(first).toHaveAccessibleName('Question 1: Didn’t know')
  await expect(first.locator('ins')).toHaveText(/^Correct answer: \S/)
  await expect(first.locator('del')).toHaveCount(0)
  await expect(first.getByText('Why not the others?')).toHaveCount(0)
  await unfold(first)
  await expect(first.getByRole('heading', { name: 'Why not the others?' })).toBeVisible()
  await expect(first.getByText(/ · (Vocabulary|Grammar), B1/)).toBeVisible()
  await expect(first.locator('li [lang="en"]').first()).toHaveText(/\S/)

  const open = first.getByRole('button', { name: 'Report this question 1' })
  await open.click()
  await expect(first.getByRole('radio').first()).toBeFocused()
  await first.getByRole('button', { name: 'Cancel' }).click()
  await expect(open).toBeFocused()
  await page.keyboard.press('Enter')
  const send = first.getByRole('button', { name: 'Send report' })
  await expect(send).toBeDisabled()
  await page.keyboard.press('ArrowDown')
  await expect(first.getByLabel('More than one answer is correct')).toBeChecked()
  const note = first.getByLabel('Add details (optional)')
  await note.fill('x'.repeat(201))
  await expect(send).toBeDisabled()
  await note.fill('Both fit.')
  const [request] = await Promise.all([page.waitForRequest(/\/items\/1\/flag$/), send.click()])
  expect(request.postDataJSON()).toEqual({ reason: 'several_right', note: 'Both fit.' })
  await expect(first.getByText('Thanks! We’ll take a look at this question.')).toBeFocused()

  await page.goto('/account')
  await expect(page.getByText(/^Same as last time: A1 on /)).toBeVisible()
  await page
    .getByRole('button', { name: /^Review your test from/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: /^Your German result from/ })
  await expect(dialog.getByText('Your level: A1')).toBeVisible()
  await unfold(dialog.getByRole('article').first())
  await expect(dialog.getByText('Thanks! We’ll take a look at this question.')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

type Item = {
  position: number
  kind: string
  question: string
  correct: string[]
  reasons: { option: string; why: { lang: string; text: string } | null }[]
}

/** Shows the reviews on the page with changes to their questions. */
async function changeItems({ page }: QuizPage, change: (item: Item) => object): Promise<void> {
  await page.route('**/review', async (route) => {
    const { data } = await (await route.fetch()).json()
    const items = data.items.map((item: Item) => ({ ...item, ...change(item) }))
    await route.fulfill({ json: { data: { ...data, items } } })
  })
}

const inEnglish = (text: string) => ({ lang: 'en', text })

/** The second question, answered wrong, with every field that a bank can have. */
function explained({ position, kind, correct, reasons }: Item): object {
  const [first] = reasons
  if (position !== 2 || kind !== 'sentence' || !first) return {}
  return {
    choice: [first.option],
    why_right: inEnglish(`The sentence calls for “${correct[0]}”.`),
    translation: inEnglish('Something in English.'),
    pair: { option: first.option, sentence: 'Ein Satz für sich.' },
    reasons: [{ ...first, why: inEnglish(`“${first.option}” is something else.`) }, ...reasons.slice(1)],
  }
}

test('missed questions come first, with the right answer and the reason, also in words; right ones are folded; open ones print', async ({
  quiz,
}) => {
  const { page } = quiz
  await changeItems(quiz, explained)
  await finishTest(quiz)
  const all = page.getByRole('article', { name: /^Question/ })
  await expect(all).toHaveCount(QUESTIONS - 1)
  // Kana show how it's read.
  await expect(page.getByLabel('Show readings')).toHaveCount(0)
  const questions = await findQuestions(quiz, 1)
  const question = questions.first()
  await expect(question).toHaveAccessibleName('Question 2: Incorrect')
  const struck = (await question.locator('del').textContent()) ?? ''
  expect(struck).toMatch(/^Your answer: \S/)
  await expect(question.locator('del > span').first()).toHaveAttribute('lang', /^en/)
  await expect(question.locator('del')).toHaveCSS('text-decoration-line', 'line-through')
  await expect(question.locator('ins')).toHaveText(/^Correct answer: \S/)
  await unfold(question)
  await expect(question.getByText('Something in English.')).toBeVisible()
  const reasons = question.getByRole('list').first().getByRole('listitem')
  await expect(reasons).toHaveText([/^The sentence calls for “.+”\.$/, /^“.+” is something else\.$/])
  // The option is quoted in its own language.
  await expect(reasons.last().locator('[lang="de"]')).toHaveText(struck.replace('Your answer: ', ''))
  await expect(question.getByRole('heading', { name: /^“.+” would be correct here:$/ })).toBeVisible()
  await expect(question.locator('p[lang="de"]', { hasText: 'Ein Satz für sich.' })).toBeVisible()

  const right = questions.last()
  await expect(right).toHaveAccessibleName('Question 1: Correct')
  await unfold(right)
  await expect(right.getByText('Why not the others?')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(question.locator('ins').last()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Report this question/ }).last()).toBeHidden()
})

/** Kana above the first character of everything. */
function withReadings({ question, correct, reasons, kind }: Item): object {
  const texts = [...correct, ...reasons.map(({ option }) => option), ...(kind === 'sentence' ? [question] : [])]
  return {
    readings: Object.fromEntries(
      texts.map((text) => [
        text,
        [
          [text.slice(0, 1), 'よみ'],
          [text.slice(1), ''],
        ],
      ]),
    ),
  }
}

test('Japanese words have readings when a beginner opens the review, until they switch them off', async ({ quiz }) => {
  const { page } = quiz
  await changeItems(quiz, withReadings)
  await quiz.signIn()
  await quiz.openResult('japanese')
  await findQuestions(quiz, 0)
  const readings = page.getByLabel('Show readings')
  const answers = page.getByRole('article', { name: /^Question/ })
  await expect(readings).toBeChecked()
  await expect(answers.first().locator('ins ruby rt')).toHaveText('よみ')
  const place = () => readings.evaluate((input) => input.getBoundingClientRect().y + scrollY)
  const before = await place()
  await readings.uncheck()
  await expect(answers.locator('ruby')).toHaveCount(0)
  expect(await place()).toBe(before)
  await page.reload()
  await findQuestions(quiz, 0)
  await expect(readings).not.toBeChecked()
  await expect(answers.locator('ruby')).toHaveCount(0)
})

test('missed questions can be practiced by keyboard, with immediate explanations, and nothing is stored', async ({
  quiz,
}) => {
  const { page } = quiz
  const sent = await recordEvents(page)
  // The other options of the last twelve are no longer known.
  await changeItems(quiz, (item) => (item.position <= 3 ? explained(item) : { reasons: [] }))
  await finishTest(quiz)
  const start = page.getByRole('button', { name: 'Try the ones you missed' })
  await page.waitForLoadState('networkidle')
  const begun = await page.evaluate(() => new Date().toISOString())
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const stored = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  const before = await stored()
  await start.press('Enter')
  const practice = page.getByRole('region', { name: 'Try the ones you missed' })
  await expect(practice.getByRole('heading', { name: '1 of 2' })).toBeFocused()
  const options = practice.getByRole('group').getByRole('button')
  await expect(options).toHaveCount(5)
  const names = await options.allInnerTexts()
  // The key isn't revealed before an answer.
  await expect(practice.getByRole('group')).toHaveAccessibleName(/\(blank\)/)
  const places = () =>
    options.evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().y + scrollY))
  const still = await places()
  await options.nth(4).press('Enter')
  await expect(practice.locator('p', { hasText: 'Not this time.' })).toContainText(/Correct answer: \S/)
  await expect(practice.getByText(/^The sentence calls for/)).toBeVisible()
  await expect(practice.locator('div:focus')).toContainText('Not this time.')
  expect(await places()).toEqual(still)
  expect(await options.allInnerTexts()).toEqual(names)
  const key = await practice.locator('p', { hasText: 'Correct answer: ' }).locator('[lang="de"]').innerText()
  const right = practice.getByRole('group').getByRole('button', { name: key, exact: true })
  await right.click({ force: true })
  await expect(practice.getByText('Right this time!')).toHaveCount(0)
  await practice.locator('div[tabindex]').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')

  await expect(practice.getByRole('heading', { name: '2 of 2' })).toBeFocused()
  await page.getByRole('button', { name: 'Back to your answers' }).click()
  await expect(start).toBeFocused()
  await page.keyboard.press('Enter')
  await right.click()
  await expect(practice.getByText('Right this time!')).toBeVisible()
  await practice.getByRole('button', { name: 'Next' }).click()
  await options.last().click()
  await practice.getByRole('button', { name: 'Finish' }).click()
  await expect(practice.getByRole('heading', { name: '1 of 2 right this time' })).toBeFocused()
  await expect(practice.getByText('You’ve got these now:')).toBeVisible()
  await expect(practice.getByText('Worth another look:')).toBeVisible()
  await expect(practice.getByRole('list').getByRole('listitem')).toHaveText([/\S/, /\S/])
  await practice.getByRole('button', { name: 'Try those again' }).click()
  await expect(practice.getByRole('heading', { name: '1 of 1' })).toBeFocused()
  // The page's earlier events are sent late. Events from practice would be sent now at the latest.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')))
  await expect.poll(() => sent.length).toBeGreaterThan(0)
  await page.waitForLoadState('networkidle')
  expect(sent.filter(({ occurred_at: at }) => at >= begun)).toEqual([])
  expect(requests.filter((path) => path !== '/v1/events')).toEqual([])
  expect(await stored()).toBe(before)
})

type Speech = { addVoices: (tags: readonly string[], localService: boolean) => void }

type Told = [what: string, text?: string, rate?: number]

/**
 * Speech in a browser with these voices, because the test browser has none. A real voice and its language can only be
 * judged by ear.
 */
async function giveVoices(page: Page, langs: readonly string[]): Promise<void> {
  await page.addInitScript((langs) => {
    const voicesOf = (tags: readonly string[], localService = true) =>
      tags.map((lang) => ({ lang, localService, default: false, name: lang }))
    let voices = voicesOf(langs)
    const told: unknown[] = []
    let speaking: { onend?: () => void } | undefined
    const speech = Object.assign(new EventTarget(), {
      getVoices: () => voices,
      speak(utterance: { text: string; rate: number; onend?: () => void }) {
        speaking = utterance
        told.push(['speak', utterance.text, utterance.rate])
      },
      cancel() {
        if (speaking) told.push(['cancel'])
        speaking = undefined
      },
    })
    Object.defineProperty(window, 'speechSynthesis', { value: speech })
    Object.assign(window, {
      SpeechSynthesisUtterance: class {
        readonly text: string
        constructor(text: string) {
          this.text = text
        }
      },
      told,
      endSpeech: () => speaking?.onend?.(),
      addVoices(tags: readonly string[], localService: boolean) {
        voices = voicesOf(tags, localService)
        speech.dispatchEvent(new Event('voiceschanged'))
      },
    })
  }, langs)
}

const told = (page: Page) => page.evaluate(() => (window as unknown as { told: Told[] }).told)

test('Listen speaks the sentence with its gap filled, then slowly, and stops when pressed again or left', {
  tag: '@slow',
}, async ({ quiz }) => {
  const { page } = quiz
  await giveVoices(page, ['en-US', 'de-DE'])
  await quiz.signIn()
  await quiz.openResult('german')
  const question = page.getByRole('article', { name: 'Question 1: Didn’t know' })
  await question.locator('summary').click()
  const button = question.getByRole('button', { name: /^(Listen|Stop)/ }).first()
  await expect(button).toHaveAccessibleName('Listen')
  await button.click()
  const [[what, text, rate] = []] = await told(page)
  expect([what, rate]).toEqual(['speak', 1])
  expect(text).not.toContain('__')
  await expect(question.locator('p [lang="de"]').first()).toHaveText(
    new RegExp(`^${text?.slice(0, 4).replaceAll(/[^\p{L} ]/gu, '.')}`),
  )
  await expect(button).toHaveAccessibleName('Stop')
  await button.click()
  await expect(button).toHaveAccessibleName('Listen slowly')
  await button.click()
  expect(await told(page)).toEqual([['speak', text, 1], ['cancel'], ['speak', text, expect.closeTo(0.65)]])
  await page.evaluate(() => (window as unknown as { endSpeech: () => void }).endSpeech())
  await expect(button).toHaveAccessibleName('Listen')

  // One voice at a time: another button takes over, and leaving the page stops it.
  await button.click()
  const second = page.getByRole('article', { name: 'Question 2: Didn’t know' })
  await second.locator('summary').click()
  const other = second.getByRole('button', { name: /^(Li|St)/ }).first()
  await other.click()
  await expect(button).toHaveAccessibleName('Listen slowly')
  await expect(other).toHaveAccessibleName('Stop')
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')))
  await expect(other).toHaveAccessibleName('Listen slowly')
  expect((await told(page)).slice(3).map(([what]) => what)).toEqual(['speak', 'cancel', 'speak', 'cancel'])

  // In practice, the right answer is spoken only after the learner's.
  await page.getByRole('button', { name: 'Try the ones you missed' }).click()
  const practice = page.getByRole('region', { name: 'Try the ones you missed' })
  await expect(practice.getByRole('group')).toBeVisible()
  const listen = practice.getByRole('button', { name: 'Listen' })
  await expect(listen).toHaveCount(0)
  await practice.getByRole('group').getByRole('button').first().click()
  await listen.click()
  await practice.getByRole('button', { name: 'Next' }).click()
  await expect(practice.getByRole('heading', { name: /^2 of/ })).toBeFocused()
  expect((await told(page)).slice(7).map(([what]) => what)).toEqual(['speak', 'cancel'])
})

test('a word card shows its word, speaks it, and flips to its meaning', async ({ quiz }) => {
  const { page } = quiz
  await giveVoices(page, ['de-DE'])
  await page.route('**/review', async (route) => {
    const { data } = await (await route.fetch()).json()
    const items = data.items.map((item: { kind: string }, index: number) =>
      item.kind === 'picture'
        ? { ...item, is_correct: true }
        : {
            ...item,
            area: 'vocabulary',
            word: `sich freuen auf ${index}`,
            meaning: 'look forward to',
          },
    )
    await route.fulfill({ json: { data: { ...data, items } } })
  })
  await quiz.signIn()
  await quiz.openResult('german')
  const card = page.getByRole('listitem').filter({ hasText: 'sich freuen auf' }).first()
  const flip = card.getByRole('button', { name: /sich freuen auf/ })
  const listen = card.getByRole('button', { name: /^(Listen|Stop)/ })
  await expect(flip).toHaveAccessibleName(/^1 of \d+ sich freuen auf \d+$/)
  await expect(card.getByText('look forward to', { exact: true })).toBeHidden()
  await listen.click()
  const [[, word] = []] = await told(page)
  expect(word).toMatch(/^sich freuen auf \d+$/)
  const before = await card.boundingBox()
  await flip.click()
  await expect(card.getByText('look forward to', { exact: true })).toBeVisible()
  expect(await card.boundingBox()).toEqual(before)
})

test("without a voice for the language there's nothing to press; voices that load late move nothing", {
  tag: '@slow',
}, async ({ quiz }) => {
  const { page } = quiz
  await giveVoices(page, [])
  await quiz.signIn()
  await quiz.openResult('german')
  const summaries = page.locator('article article summary')
  await expect(summaries).toHaveCount(15)
  for (const summary of await summaries.all()) await summary.click()
  const more = page.getByRole('button', { name: /^Report this question/ })
  await expect(more).toHaveCount(15)
  await expect(page.getByRole('button', { name: 'Listen' })).toHaveCount(0)
  const places = () => more.evaluateAll((all) => all.map((each) => JSON.stringify(each.getBoundingClientRect())))
  const before = await places()
  const addVoices = (langs: string[], localService: boolean) =>
    page.evaluate(([langs, localService]) => (window as unknown as Speech).addVoices(langs, localService), [
      langs,
      localService,
    ] as const)
  await addVoices(['de-DE'], false)
  await addVoices(['en-US'], true)
  await expect(page.getByRole('button', { name: 'Listen' })).toHaveCount(0)
  await addVoices(['de-DE', 'en-US'], true)
  await expect(page.getByRole('button', { name: 'Listen' }).first()).toBeVisible()
  expect(await places()).toEqual(before)
})
