import type { Page } from '@playwright/test'
import type { Attempt, Question } from '#contract/attempts.ts'
import type { Item } from '#quiz/bank.ts'

/** The space that phones leave for a page: in Safari and Chrome with their bars, and in landscape. */
export const PHONE_VIEWPORTS = [
  { width: 390, height: 664 },
  { width: 375, height: 553 },
  { width: 360, height: 640 },
  { width: 360, height: 560 },
  { width: 667, height: 375 },
] as const

/** `hidden` is how many pixels of the question are out of sight, or 0 if it fits. */
export type QuestionFit = { id: number; hidden: number; error: string }

/** The items as questions for the screen. */
function questionsOf(items: readonly Item[]): Omit<Question, 'position'>[] {
  return items.map(({ id, question, image, correct, incorrect }) => ({
    question_id: id,
    kind: image ? 'picture' : 'sentence',
    question,
    image,
    options: [...correct, ...incorrect],
  }))
}

/** Runs in the page. */
async function measureInPage(questions: Omit<Question, 'position'>[]): Promise<QuestionFit[]> {
  const MIN_TARGET = 44
  const load = window.fetch
  let known: { data: Attempt } | undefined
  let shown: Omit<Question, 'position'> | undefined
  window.fetch = async (address, init) => {
    if (!/\/v1\/assessments\/[^/]+$/.test(String(address))) return load(address, init)
    known ??= (await (await load(address, init)).json()) as { data: Attempt }
    const { data } = known
    return Response.json({ data: { ...data, questions: [{ ...shown, position: data.answered + 1 }] } })
  }
  const group = () => document.querySelector<HTMLElement>('main fieldset')
  /** The page fetches its attempt again whenever it becomes visible. */
  const show = (question: typeof shown) =>
    new Promise<void>((resolve) => {
      shown = question
      const before = group()
      const observer = new MutationObserver(() => {
        if (!group() || group() === before) return
        observer.disconnect()
        resolve()
      })
      observer.observe(document.body, { childList: true, subtree: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
  const look = (): Omit<QuestionFit, 'id'> => {
    const parts = [
      ...document.querySelectorAll<HTMLElement>('main progress, main legend, main label, main [id$="-stem"] > *'),
    ]
    const targets = [...document.querySelectorAll<HTMLElement>('main label, main button')]
    const boxes = parts.map((part) => part.getBoundingClientRect())
    const hidden = Math.max(
      ...boxes.map(({ top, bottom }) => Math.max(-top, bottom - innerHeight)),
      ...boxes.map(({ left, right }) => Math.max(-left, right - innerWidth)),
      0,
    )
    const cut = parts.find((part) => part.scrollWidth > part.clientWidth + 1)
    const small = targets.find((target) => target.getBoundingClientRect().height < MIN_TARGET)
    const error = cut ? `cut: ${cut.textContent}` : small ? `too small: ${small.textContent}` : ''
    return { hidden: Math.ceil(hidden - 0.5), error }
  }
  const fits: QuestionFit[] = []
  for (const question of questions) {
    await show(question)
    fits.push({ id: question.question_id, ...look() })
  }
  window.fetch = load
  return fits
}

/**
 * Shows items one after another on the test screen, which must be open in their language, and measures whether the
 * whole question is visible: progress, prompt, sentence or picture, the four options, and "I don't know".
 */
export function measureQuestions(page: Page, items: readonly Item[]): Promise<QuestionFit[]> {
  return page.evaluate(measureInPage, questionsOf(items))
}
