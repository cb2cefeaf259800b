import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Attempt } from '#contract/attempts.ts'
import { urls } from '#contract/urls.ts'
import { ApiClient, rightChoice } from '#harness/api-client.ts'
import { readPageState } from '#harness/page-state.ts'
import { seededRandom } from '#harness/seeded-random.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { nextStep } from '#quiz/attempt.ts'
import { LANGUAGES } from '#quiz/languages.ts'
import { LEVEL_RULES } from '#quiz/level-rule.ts'
import { readBanks } from '#server/banks/banks.ts'
import { chiSquare } from './chi-square.ts'

const banks = readBanks()

let world: TestApp
beforeAll(async () => {
  world = await startTestApp({ ASSESSMENTS_PER_HOUR: '100000' })
})
afterAll(() => world.close())

/** All field names in a value, at any depth. */
function fieldNames(value: unknown, into = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const one of value) fieldNames(one, into)
  else if (value !== null && typeof value === 'object')
    for (const [name, one] of Object.entries(value)) {
      into.add(name)
      fieldNames(one, into)
    }
  return into
}

const QUESTION = ['position', 'question_id', 'kind', 'question', 'image', 'options']
const ASSESSMENT = ['id', 'flow_id', 'language', 'status', 'total', 'answered', 'questions', 'result']

describe('v5.0.0-15.3.1: data sent before the end of an assessment', () => {
  it('contains only question fields, in replies and in the page', async () => {
    const client = new ApiClient(world.app)
    let attempt = await client.start('french')
    while (attempt.status === 'open') {
      expect([...fieldNames(attempt)].sort()).toEqual([...ASSESSMENT, ...QUESTION].sort())
      const page = (await client.page(urls.quizIn('french'))).body
      const state = readPageState(page)
      expect(state.attempts.open).toEqual([attempt])
      attempt = await client.answerNext(attempt, attempt.answered % 2 === 0)
    }
  })

  it('is the same after a right and a wrong answer inside a round', async () => {
    const replies: Attempt[] = []
    for (const isRight of [true, false]) {
      const client = new ApiClient(world.app)
      const attempt = await client.start('english')
      const next = await client.answerNext(attempt, isRight)
      expect(next.questions).toEqual(attempt.questions)
      replies.push({ ...next, id: '', flow_id: '', questions: [] })
    }
    expect(replies[0]).toEqual(replies[1])
  })

  it("doesn't leak the right answer through headers or length", async () => {
    const client = new ApiClient(world.app)
    const shown = new Map<string, Set<string>>()
    for (const isRight of [true, false])
      for (let time = 0; time < 4; time++) {
        const attempt = await client.start('english')
        const choice = isRight
          ? rightChoice(attempt, 1)
          : attempt.questions[0]?.options.filter((option) => !rightChoice(attempt, 1).includes(option)).slice(0, 1)
        const reply = await world.app.inject({
          method: 'PUT',
          url: urls.answer(attempt.id, 1),
          cookies: client.cookies,
          payload: { choice },
        })
        expect(reply.statusCode).toBe(200)
        const headers = Object.keys(reply.headers).sort().join()
        const growth = reply.body.length - JSON.stringify({ data: attempt }).length
        shown.set(String(isRight), (shown.get(String(isRight)) ?? new Set()).add(`${headers} ${growth}`))
      }
    expect(shown.get('true')).toEqual(shown.get('false'))
    expect(shown.get('true')?.size).toBe(1)
  })

  it.each(LANGUAGES)('shows the right option of %s equally often in each position', (language) => {
    const random = seededRandom(20_261_121)
    const places = [0, 0, 0, 0]
    for (let draw = 0; draw < 2000; draw++) {
      const step = nextStep(LEVEL_RULES.staircase, [], {
        bank: banks[language],
        asked: new Set(),
        seen: new Set(),
        random,
      })
      if (step.kind !== 'round') throw new Error('no round')
      for (const { item, options } of step.drawn) {
        const place = options.indexOf(item.correct[0] as string)
        places[place] = (places[place] as number) + 1
      }
    }
    expect(places.reduce((sum, count) => sum + count)).toBe(6000)
    // 3 degrees of freedom: one in ten thousand exceeds 21.1.
    expect(chiSquare(places)).toBeLessThan(21.1)
  })
})

it('v5.0.0-15.3.1: no file that browsers load contains a bank question, and there are no source maps', () => {
  const root = 'dist/web'
  expect(existsSync(root), 'npm run build').toBe(true)
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => join(root, file))
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([])
  const texts = files.filter((file) => /\.(js|css|json|html)$/.test(file)).map((file) => readFileSync(file, 'utf8'))
  expect(texts.length).toBeGreaterThan(10)
  const sent = texts.join('\n')
  const stems = LANGUAGES.flatMap((language) => banks[language].map(({ question }) => question)).filter(Boolean)
  expect(stems.length).toBeGreaterThan(900)
  expect(stems.filter((stem) => sent.includes(stem))).toEqual([])
})
