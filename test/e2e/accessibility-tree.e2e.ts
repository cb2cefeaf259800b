import { expect, test } from './fixtures.ts'

const LANGUAGE = `
  - navigation "Language":
    - 'button "Language: English"'`

const LANDING = `${LANGUAGE}
  - main:
    - /children: equal
    - heading "Language Assessment" [level=1]
    - paragraph: Let us determine your current language level by answering some questions in 3 minutes!
    - button "Start"`

const SELECT = `${LANGUAGE}
  - main:
    - /children: equal
    - heading "I want to test my..." [level=1]
    - list:
      - /children: deep-equal
      - listitem:
        - button "English"
      - listitem:
        - button "Spanish Español"
      - listitem:
        - button "French Français"
      - listitem:
        - button "German Deutsch"
      - listitem:
        - button "Japanese 日本語"
      - listitem:
        - button "Korean 한국어"
      - listitem:
        - button "Chinese 中文"
      - listitem:
        - button "Italian Italiano"`

const GUIDE = `${LANGUAGE}
  - main:
    - /children: equal
    - button "Change language"
    - heading "Your German test" [level=1]
    - paragraph: 15 short questions, about 3 minutes. They get easier or harder with your answers.
    - list:
      - /children: equal
      - listitem: In each question you pick the word that fits a picture or the gap in a sentence.
      - listitem: There is no way back to a question, so take the time you need.
      - listitem: “I don't know” is an honest answer. It helps us find your level better than a guess.
      - listitem: The test looks at reading vocabulary and grammar only, not at speaking, listening or writing.
      - listitem: You see your level at the end. The full report needs a free account.
    - button "Start the test"
    - link "How this test works"
    - alert`

/** The options of whichever question it is. */
const OPTIONS = `
      - radio /./
      - text: /./
      - radio /./
      - text: /./
      - radio /./
      - text: /./
      - radio /./
      - text: /./
      - radio "I don't know"
      - text: I don't know`

const SENTENCE = `
  - main:
    - /children: equal
    - heading "Question 1 of 15" [level=1]
    - group "Pick the most suitable word:":
      - /children: equal
      - text: "Pick the most suitable word:"
      - paragraph:
        - img "blank"${OPTIONS}
    - paragraph: Keys 1 to 5 choose and confirm.
    - status`

const PICTURE = `
  - main:
    - /children: equal
    - heading "Question 7 of 15" [level=1]
    - group "Pick the matching word:":
      - /children: equal
      - text: "Pick the matching word:"
      - img /\\w+ \\w+/${OPTIONS}
    - paragraph: Keys 1 to 5 choose and confirm.
    - status`

const TEST_END = `${LANGUAGE}
  - main:
    - /children: equal
    - heading "Almost done!" [level=1]
    - paragraph: We're calculating your results...
    - status`

/** Nothing of the report below it. */
const WALL = `${LANGUAGE}
  - main:
    - /children: equal
    - heading "Sign up to see your report card" [level=1]
    - paragraph: Your result is ready. A free account keeps it for you.
    - link "Continue with Google"
    - link "Continue with Facebook"
    - button "Continue with email or phone"
    - paragraph:
      - text: By signing up you agree to our
      - link "Terms"
      - text: and have read our
      - link "Privacy notice"
      - text: . You must be at least 16 years old.
    - button "Share my report"
    - button "Retake"
    - button "Test other languages"
    - alert`

const REPORT = `${LANGUAGE}
  - main:
    - /children: equal
    - article:
      - /children: equal
      - link / your account$/
      - heading "Eager to Learn" [level=1]
      - paragraph: Every language begins with a first word, and you already have many.
      - paragraph: Your German language level is A1
      - paragraph: /^You scored higher than 4[5-9]%$/
      - paragraph:
        - text: "*This is only an estimate and not an official CEFR certification."
        - link "How this test works"
      - 'img "A scale from A1 to C2. Marked on it: your level A1, and the range, A1 alone."'
      - paragraph: Most likely A1
      - paragraph: No short test is exact. About eight times in ten the true level lies in this range.
      - paragraph: All your answers together say A1 as well.
      - heading "What readers at A1 can usually do" [level=2]
      - list:
        - listitem: You recognise everyday words on signs, labels and menus.
        - listitem: You follow very short sentences when you know the subject.
      - heading "What was measured" [level=2]
      - paragraph: "Measured: reading vocabulary and grammar, with 15 questions."
      - paragraph: "Not measured: listening, speaking and writing. They may well be higher or lower."
      - heading "Vocabulary and grammar apart" [level=3]
      - paragraph: /Your questions do not allow it this time/
      - heading "Words worth learning" [level=2]
      - paragraph: "From the vocabulary questions you missed:"
      - list
      - group: Review your answers
    - button "Share my report"
    - button "Retake"
    - button "Test other languages"
    - alert
    - status
    - region "Teachers for you":
      - heading "Teachers for you" [level=2]
      - paragraph: They teach German and have time in the next four days.
      - list:
        - listitem:
          - link / a lesson$/
      - link "All German teachers"`

test('the main screens say all that they show, in the order in which it is read, and nothing else', async ({
  quiz,
}) => {
  const { page } = quiz
  const body = page.locator('body')
  await page.goto('/languageassessment')
  await expect(body).toMatchAriaSnapshot(LANDING)
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(body).toMatchAriaSnapshot(SELECT)
  await page.getByRole('button', { name: 'German' }).click()
  await expect(body).toMatchAriaSnapshot(GUIDE)
  await page.getByRole('button', { name: 'Start the test' }).click()
  await expect(body).toMatchAriaSnapshot(SENTENCE)
  await quiz.answer(1, 6)
  await expect(body).toMatchAriaSnapshot(PICTURE)
  await quiz.finishTest(7)
  await expect(body).toMatchAriaSnapshot(TEST_END)
  await expect(body).toMatchAriaSnapshot(WALL)
  await quiz.signIn()
  await page.reload()
  await expect(body).toMatchAriaSnapshot(REPORT)
})
