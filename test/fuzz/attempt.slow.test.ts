import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Attempt } from '#contract/attempts.ts'
import { urls } from '#contract/urls.ts'
import { ApiClient, itemOf, rightChoice } from '#harness/api-client.ts'
import { freshSeed } from '#harness/fresh-seed.ts'
import { ReferenceAttempt } from '#harness/reference-attempt.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { QUESTIONS } from '#quiz/constants.ts'
import { LANGUAGES, type Language } from '#quiz/languages.ts'

const RUNS = Number(process.env.FUZZ_CASES ?? 6000) / 100

let running: TestApp

beforeAll(async () => {
  running = await startTestApp({ ASSESSMENTS_PER_HOUR: '1000000' })
})
afterAll(() => running.close())

/** The model of a visitor. */
type Model = { expected: ReferenceAttempt | null; language: Language; asked: Set<number>; than: number | null }

/** The real system: a visitor at the API, with the attempt as last received. */
type Real = { client: ApiClient; attempt: Attempt | null }

type Step = fc.AsyncCommand<Model, Real>

/**
 * Checks an attempt's invariants after every step in a single comparison, because each of a hundred thousand `expect`
 * calls costs more than the data it compares.
 */
function compare(model: Model, attempt: Attempt): void {
  const { expected } = model
  if (!expected) return
  const { answered, total, status, result, questions } = attempt
  const reached = { answered: expected.answered, total: QUESTIONS, status: expected.isFinished ? 'finished' : 'open' }
  if (expected.isFinished) {
    const { level, band } = expected.result
    const than = result?.than ?? Number.NaN
    const isInBand = than >= band[0] && than <= band[1]
    expect({ answered, total, status, level: result?.level, than, isInBand, questions }).toEqual({
      ...reached,
      level,
      than: model.than ?? than,
      isInBand: true,
      questions: [],
    })
    model.than = than
    return
  }
  const items = questions.map((question) => itemOf(model.language, question))
  for (const item of items) model.asked.add(item?.id ?? 0)
  const levels = items.map((item) => item?.level)
  const options = questions.map((question) => [...question.options].sort())
  const rounds = Math.floor(expected.answered / 3) + 1
  // No item twice: each question adds an item.
  expect({ answered, total, status, result, levels, options, asked: model.asked.size }).toEqual({
    ...reached,
    result: null,
    levels: [expected.level, expected.level, expected.level],
    options: items.map((item) => [...(item?.correct ?? []), ...(item?.incorrect ?? [])].sort()),
    asked: rounds * 3,
  })
}

class Start implements Step {
  readonly #language: Language

  constructor(language: Language) {
    this.#language = language
  }

  check = () => true

  async run(model: Model, real: Real): Promise<void> {
    const attempt = await real.client.start(this.#language)
    Object.assign(model, { expected: new ReferenceAttempt(), language: this.#language, asked: new Set(), than: null })
    real.attempt = attempt
    compare(model, attempt)
  }

  toString = () => `start ${this.#language}`
}

type AnswerKind = 'right' | 'wrong' | 'unknown' | 'two options' | 'right and wrong' | 'not offered'

const REFUSED: ReadonlySet<AnswerKind> = new Set(['not offered'])

class Answer implements Step {
  readonly #kind: AnswerKind
  /** 0 answers the next question, -1 repeats the previous one, 1 skips one. */
  readonly #offset: number

  constructor(kind: AnswerKind, offset: number) {
    this.#kind = kind
    this.#offset = offset
  }

  check = (model: Readonly<Model>) => model.expected !== null

  async run(model: Model, real: Real): Promise<void> {
    const { expected } = model
    const attempt = real.attempt as Attempt
    const next = attempt.answered + 1
    const position = next + this.#offset
    const { status } = await real.client.answer(attempt.id, position, this.#choice(attempt, position))
    const isRepeat = position >= 1 && position < next
    const isNext = position === next && next <= QUESTIONS
    if (isNext && !REFUSED.has(this.#kind)) expected?.answer(this.#kind === 'right')
    if (isRepeat) expect(status).toBe(200)
    else if (isNext) expect(status).toBe(REFUSED.has(this.#kind) ? 422 : 200)
    else expect(status).toBeGreaterThanOrEqual(400)
    const { body } = await real.client.send('GET', urls.attempt(attempt.id))
    real.attempt = body.data
    compare(model, body.data)
  }

  #choice(attempt: Attempt, position: number): string[] {
    const right = rightChoice(attempt, position)
    const asked = attempt.questions.find((question) => question.position === position)
    const wrong = (asked?.options ?? []).filter((option) => !right.includes(option))
    const choices: Record<AnswerKind, string[]> = {
      right,
      wrong: wrong.slice(0, 1),
      unknown: [],
      'two options': wrong.slice(0, 2),
      'right and wrong': [...right, ...wrong.slice(0, 1)],
      'not offered': ['never offered'],
    }
    return choices[this.#kind]
  }

  toString = () => `answer ${this.#kind} at ${this.#offset}`
}

/** Another visitor tries to read and answer this one's attempt. */
class Trespass implements Step {
  check = (model: Readonly<Model>) => model.expected !== null

  async run(model: Model, real: Real): Promise<void> {
    const attempt = real.attempt as Attempt
    const stranger = new ApiClient(running.app)
    expect((await stranger.send('GET', urls.attempt(attempt.id))).status).toBe(404)
    expect((await stranger.answer(attempt.id, attempt.answered + 1, [])).status).toBeGreaterThanOrEqual(400)
    compare(model, (await real.client.send('GET', urls.attempt(attempt.id))).body.data)
  }

  toString = () => 'a stranger tries'
}

const answers = fc
  .tuple(
    fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom<AnswerKind>('right', 'wrong', 'unknown') },
      { weight: 1, arbitrary: fc.constantFrom<AnswerKind>('two options', 'right and wrong', 'not offered') },
    ),
    fc.oneof({ weight: 12, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constantFrom(-1, 1, 20) }),
  )
  .map(([kind, offset]) => new Answer(kind, offset))

const steps = fc.commands(
  [
    fc.constantFrom(...LANGUAGES).map((language) => new Start(language)),
    ...Array.from({ length: QUESTIONS - 1 }, () => answers),
    fc.constant(new Trespass()),
  ],
  { maxCommands: 60, size: 'max' },
)

it(`v5.0.0-2.3.1: ${RUNS} visits follow Specification §4, step by step`, { timeout: 0 }, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (commands) => {
      const client = new ApiClient(running.app)
      await fc.asyncModelRun(
        () => ({
          model: { expected: null, language: 'english' as Language, asked: new Set<number>(), than: null },
          real: { client, attempt: null },
        }),
        [new Start('english'), ...commands],
      )
    }),
    { numRuns: RUNS, seed: freshSeed() },
  )
})
