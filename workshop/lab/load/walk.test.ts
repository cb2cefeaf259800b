import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Attempt } from '#contract/attempts.ts'
import { urls } from '#contract/urls.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { seededRandom } from '#quiz/random.ts'
import { QUESTIONS } from '#quiz/test-plan.ts'
import { readBanks } from '#server/banks/banks.ts'
import { checkedWalk, WrongContent } from './walk.ts'

const banks = readBanks()
let world: TestApp
beforeAll(async () => {
  world = await startTestApp()
})
afterAll(() => world.close())

/** Takes a whole quiz; `tamper` changes the replies on their way. */
async function take(seed: number, tamper: (data: Attempt, step: number) => void = () => undefined) {
  const walk = checkedWalk(banks, seededRandom(seed))
  const altered = (body: string, step: number) => {
    const reply = JSON.parse(body)
    tamper(reply.data, step)
    return JSON.stringify(reply)
  }
  const started = await world.app.inject({
    method: 'POST',
    url: urls.attempts,
    payload: { language: walk.language },
  })
  const cookies = { visitor: started.cookies.find(({ name }) => name === 'visitor')?.value ?? '' }
  const id = walk.started(altered(started.body, 0)).id
  for (let position = 1; position <= QUESTIONS; position++) {
    const url = urls.answer(id, position)
    const payload = { choice: walk.choice(position) }
    const { body } = await world.app.inject({ method: 'PUT', url, payload, cookies })
    walk.answered(position, altered(body, position))
  }
  walk.read(altered((await world.app.inject({ url: urls.attempt(id), cookies })).body, 16))
}

const itemsOf = ({ questions }: Attempt) => questions

it.each([1, 2, 3, 4])('the replies match the bank and the rules (seed %i)', async (seed) => {
  await take(seed)
})

it.each<[string, number, (data: Attempt) => void]>([
  ['a question of another item', 0, (data) => Object.assign(itemsOf(data)[1] ?? {}, { question: 'Another ____.' })],
  ['an option of another item', 0, (data) => itemsOf(data)[0]?.options.splice(0, 1, 'another')],
  ['an item twice', 3, (data) => Object.assign(itemsOf(data)[2] ?? {}, itemsOf(data)[1], { position: 6 })],
  ['a round that changes in between', 1, (data) => itemsOf(data).reverse()],
  ['an answer that was not kept', 2, (data) => Object.assign(data, { answered: 1 })],
  ['a field of another form', 5, (data) => Object.assign(data, { total: '15' })],
  [
    'another level',
    15,
    (data) => Object.assign(data.result ?? {}, { level: data.result?.level === 'C2' ? 'C1' : 'C2' }),
  ],
  ['a percentage out of its band', QUESTIONS, (data) => Object.assign(data.result ?? {}, { than: 50 })],
  ['a result that changes later', 16, (data) => Object.assign(data, { flow_id: '0-english-1' })],
])('notices %s', async (_what, step, change) => {
  await expect(take(5, (data, at) => at === step && change(data))).rejects.toThrow(WrongContent)
})
