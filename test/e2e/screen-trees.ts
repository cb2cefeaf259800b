const HEADER = `
  - banner:
    - /children: equal
    - link "Language Assessment"
    - navigation "Language":
      - 'button "Language: English"'`

const SIGNED_OUT = `${HEADER}
    - link "Sign in"`

const SIGNED_IN = `${HEADER}
    - link "Your account"`

const LANDING = `${SIGNED_OUT}
  - main:
    - /children: equal
    - heading "Language Assessment" [level=1]
    - paragraph: Let us determine your current language level by answering some questions in 3 minutes!
    - button "Start"
    - list:
      - listitem: 15 questions
      - listitem: Eight languages
      - listitem: Free, no sign-up to start
    - list:
      - /children: deep-equal
      - listitem:
        - link "English"
      - listitem:
        - link "French"
      - listitem:
        - link "Spanish"
      - listitem:
        - link "German"
      - listitem:
        - link "Korean"
      - listitem:
        - link "Japanese"`

const SELECT = `${SIGNED_OUT}
  - main:
    - /children: equal
    - heading "I want to test my..." [level=1]
    - list:
      - /children: deep-equal
      - listitem:
        - button "English"
      - listitem:
        - button "Español Spanish"
      - listitem:
        - button "Français French"
      - listitem:
        - button "Deutsch German"
      - listitem:
        - button "日本語 Japanese"
      - listitem:
        - button "한국어 Korean"
      - listitem:
        - button "中文 Chinese"
      - listitem:
        - button "Italiano Italian"`

const GUIDE = `${SIGNED_OUT}
  - main:
    - /children: equal
    - button "Change language"
    - heading "Your German test" [level=1]
    - figure "Here’s what a question looks like":
      - paragraph:
        - text: Wir gehen zu Fuß,
        - mark: weil
        - text: der Bus nicht fährt.
    - list:
      - /children: equal
      - listitem:
        - paragraph: 15 short questions, about 3 minutes
      - listitem:
        - paragraph: Not sure? Choose “I don’t know”
      - listitem:
        - paragraph: See your level with a free account
    - button "Start the test"
    - alert`

/** The options of any question. */
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

const questionTree = (title: string, prompt: string, subject: string) => `
  - main:
    - /children: equal
    - heading "${title}" [level=1]
    - button "Leave the test (your place is saved)"
    - group "${title} ${prompt}":
      - /children: equal
      - text: "${title} ${prompt}"
      ${subject}${OPTIONS}
    - paragraph: Press 1 to 5 to answer.
    - status`

const SENTENCE = questionTree(
  'Question 1 of 15',
  'Pick the most suitable word:',
  `- paragraph:
        - img "blank"`,
)

const PICTURE = questionTree('Question 7 of 15', 'Pick the matching word:', '- img /\\w+ \\w+/')

const TEST_END = `
  - main:
    - /children: equal
    - heading "Almost done!" [level=1]
    - paragraph: We're calculating your results...
    - status`

/** Nothing of the result below it. */
const WALL = `${SIGNED_OUT}
  - main:
    - /children: equal
    - paragraph: Your German result is ready
    - heading "Sign up to see your report card" [level=1]
    - paragraph: Free · 10 seconds · no password
    - link "Continue with Google"
    - link "Continue with Facebook"
    - button "Continue with email or phone"
    - paragraph:
      - text: By signing up, you agree to our
      - link "Terms"
      - text: and confirm that you’ve read our
      - link "Privacy notice"
      - text: . You must be at least 16 years old.
    - button "Share my report"
    - button "Retake"
    - button "Test other languages"
    - alert`

const RESULT = `${SIGNED_IN}
  - main:
    - /children: equal
    - article:
      - /children: equal
      - link / your account$/
      - heading "Eager to Learn" [level=1]
      - paragraph: Welcome! Every language starts with one word, and this is a great place to begin.
      - paragraph: Your German language level is A1
      - paragraph: /^You scored higher than 4[5-9]%$/
      - paragraph: "*This is only an estimate and not an official CEFR certification."
      - group: How sure is this?
      - button "Share my report"
      - button "Retake"
      - button "Test other languages"
      - alert
      - status
      - region "Teachers for you":
        - heading "Teachers for you" [level=2]
        - list:
          - listitem:
            - link / per lesson Meet$/
        - link "All German teachers"
      - 'heading "Your answers: 0 of 15 correct" [level=2]'
      - list
      - button "Try the ones you missed"
      - heading "Words worth learning" [level=2]
      - paragraph: "Your first words. Tap a card to flip it:"
      - list
      - group:
        - heading "What you can read at A1" [level=2]
        - list:
          - listitem: You recognize everyday words on signs, labels and menus.
          - listitem: You follow very short sentences on familiar topics.
          - listitem: "Not measured: listening, speaking and writing. They may well be higher or lower."
`

/** The exact content that each screen of a German test exposes, in reading order. */
export const SCREEN_TREES: Record<string, string> = {
  landing: LANDING,
  select: SELECT,
  guide: GUIDE,
  sentence: SENTENCE,
  picture: PICTURE,
  'test end': TEST_END,
  wall: WALL,
  result: RESULT,
}
