import { QUESTIONS } from '#quiz/constants.ts'
import { type Driver, until } from './driver.ts'

const control = (text: string) => `//*[self::a or self::button][normalize-space()="${text}"]`

/** Waits until the page has this heading, visible or for screen readers only. */
function expectHeading({ evaluate }: Driver, text: string): Promise<unknown> {
  const headings = `[...document.querySelectorAll('h1, h2')].some((heading) => heading.textContent === ${JSON.stringify(text)})`
  return until(`the heading "${text}"`, () => evaluate(headings))
}

async function answer(driver: Driver, position: number): Promise<void> {
  await expectHeading(driver, `Question ${position} of ${QUESTIONS}`)
  const focused = `document.activeElement.dataset.question === '${position}'`
  await until(`the focus on question ${position}`, () => driver.evaluate(focused))
  // A new question ignores input at first (flow/options.tsx).
  const isOpen = `getComputedStyle(document.querySelector('fieldset label')).pointerEvents !== 'none'`
  await until(`question ${position} to accept input`, () => driver.evaluate(isOpen))
  // Alternate between pointer and keyboard.
  if (position % 2 === 1) await driver.click(`//fieldset[@data-question="${position}"]//label[5]`)
  else await driver.type('5')
}

export async function readCode(origin: string, email: string): Promise<string> {
  const mailbox = async () => (await fetch(`${origin}/demo/mailbox`)).text()
  const code = new RegExp(`${email}</td><td>(\\d{6})`)
  return until('the code', async () => code.exec(await mailbox())?.[1])
}

/**
 * From the landing page through a test and sign-up to the result, sharing, and the account, and back through the
 * browser's history.
 * @throws Error at the first failure
 */
export async function travel(driver: Driver, origin: string): Promise<void> {
  await driver.open(`${origin}/languageassessment`)
  await expectHeading(driver, 'Language Assessment')
  await driver.click(control('Allow'))
  await driver.click(control('Start'))
  await expectHeading(driver, 'I want to test my...')
  await driver.click('//button[.//img[contains(@src, "german")]]')
  await expectHeading(driver, 'Your German test')
  await driver.click(control('Start the test'))
  for (let position = 1; position <= QUESTIONS; position++) await answer(driver, position)
  await expectHeading(driver, 'Sign up to see your report card')

  const email = `reader-${Date.now()}@example.test`
  await driver.click(control('Continue with email or phone'))
  await until('the field', () => driver.evaluate(`document.activeElement.localName === 'input'`))
  await driver.type(email)
  await driver.click(control('Send me a code'))
  await expectHeading(driver, 'Enter your code')
  await until('the field', () => driver.evaluate(`document.activeElement.inputMode === 'numeric'`))
  // The sixth digit submits.
  await driver.type(await readCode(origin, email))
  await expectHeading(driver, 'Eager to Learn')

  await driver.click(control('Share my report'))
  await expectHeading(driver, 'Share my report')
  await driver.type('Escape')
  await until('the closed sheet', () => driver.evaluate(`document.querySelector('dialog[open]') === null`))
  await driver.open(`${origin}/account`)
  await expectHeading(driver, 'Your account')
  await driver.evaluate('history.back()')
  await expectHeading(driver, 'Eager to Learn')
}
