import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

type Told = [what: string, text?: string, rate?: number]

/**
 * The speech of a browser whose system has these voices: the one that the tests run in has none. What a real voice
 * sounds like, and whether it keeps to its language, only ears can tell.
 */
async function giveVoices(page: Page, langs: readonly string[], localService = true): Promise<void> {
  await page.addInitScript(
    ({ langs, localService }) => {
      const voicesOf = (tags: readonly string[]) =>
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
        addVoices(tags: readonly string[]) {
          voices = voicesOf(tags)
          speech.dispatchEvent(new Event('voiceschanged'))
        },
      })
    },
    { langs, localService },
  )
}

const told = (page: Page) => page.evaluate(() => (window as unknown as { told: Told[] }).told)

test('Listen speaks the sentence with its gap filled, then slowly, and stops when pressed again or left', async ({
  quiz,
}) => {
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

  // One voice at a time: another button takes over, and a page that is left falls silent.
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
})

test('practice lets nobody hear the right answer before they have given theirs', async ({ quiz }) => {
  const { page } = quiz
  await giveVoices(page, ['de-DE'])
  await quiz.signIn()
  await quiz.openResult('german')
  await page.getByRole('button', { name: 'Try the ones you missed' }).click()
  const practice = page.getByRole('region', { name: 'Try the ones you missed' })
  await expect(practice.getByRole('group')).toBeVisible()
  const listen = practice.getByRole('button', { name: 'Listen' })
  await expect(listen).toHaveCount(0)
  await practice.getByRole('group').getByRole('button').first().click()
  await listen.click()
  await practice.getByRole('button', { name: 'Next' }).click()
  await expect(practice.getByRole('heading', { name: /^2 of/ })).toBeFocused()
  expect((await told(page)).map(([what]) => what)).toEqual(['speak', 'cancel'])
})

test('a word card shows its word, speaks it, and flips to what it means', async ({ quiz }) => {
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

test('without a voice of the language, or with one over a network only, there is nothing to press', async ({
  quiz,
}) => {
  const { page } = quiz
  await giveVoices(page, ['de-DE', 'en-US'], false)
  await quiz.signIn()
  await quiz.openResult('german')
  const question = page.getByRole('article', { name: 'Question 1: Didn’t know' })
  await question.locator('summary').click()
  await expect(question.getByRole('button', { name: 'Report this question 1' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Listen' })).toHaveCount(0)
})

test('voices that come late bring the buttons, and move nothing', async ({ quiz }) => {
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
  await page.evaluate(() => (window as unknown as { addVoices: (tags: string[]) => void }).addVoices(['de-DE']))
  await expect(page.getByRole('button', { name: 'Listen' }).first()).toBeVisible()
  expect(await places()).toEqual(before)
})
