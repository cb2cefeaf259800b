import { readFileSync } from 'node:fs'
import { QUESTIONS, ROUND_SIZE } from '#quiz/constants.ts'
import { LANGUAGE_TAGS, LANGUAGES, type Language } from '#quiz/languages.ts'
import { expect, test } from './fixtures.ts'

type Item = { question: string; correct: string[] }

function keysOf(language: Language): Map<string, string> {
  const bank: Item[] = JSON.parse(readFileSync(`data/banks/${language}.json`, 'utf8'))
  return new Map(
    bank.filter((item) => item.question).map((item) => [item.question.replace('____', ''), item.correct[0] ?? '']),
  )
}

for (const language of LANGUAGES) {
  test(`a perfect quiz in ${language}, in its own script`, async ({ quiz }) => {
    const keys = keysOf(language)
    // One whole quiz; of the other languages the last round, after right answers only.
    const last = language === 'english' ? 1 : QUESTIONS - ROUND_SIZE + 1
    if (last > 1) await quiz.reachQuestion(last, language, QUESTIONS)
    else await quiz.startTest(language)
    const letResultCome = await quiz.holdResult()
    for (let position = last; position <= QUESTIONS; position++) {
      await quiz.expectQuestion(position)
      const stem = quiz.question.locator(`p[lang="${LANGUAGE_TAGS[language]}"]`)
      const key = keys.get((await stem.textContent()) ?? '')
      await expect(quiz.question.locator(`label span[lang="${LANGUAGE_TAGS[language]}"]`)).toHaveCount(4)
      await quiz.question
        .locator('label')
        .filter({ has: quiz.page.getByText(key as string, { exact: true }) })
        .click()
    }
    await expect(quiz.page.getByRole('heading', { name: 'Almost done!' })).toBeVisible()
    letResultCome()
    await expect
      .poll(() => quiz.page.evaluate(() => JSON.parse(sessionStorage.ASSESSMENT_OPTION_STORE_KEY ?? '{}').level))
      .toBe('C2')
  })
}
