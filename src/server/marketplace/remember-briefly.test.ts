import { expect, it } from 'vitest'
import { rememberBriefly } from './remember-briefly.ts'

function counting(answers: (number | Error)[]) {
  let asked = 0
  const ask = async () => {
    const answer = answers[asked++]
    if (answer instanceof Error) throw answer
    return answer as number
  }
  return { ask, asked: () => asked }
}

it('asks once for all who want to know at once, and again after three seconds', async () => {
  let now = 0
  const { ask, asked } = counting([1, 2])
  const remembered = rememberBriefly<number>(
    () => true,
    () => now,
  )
  expect(await Promise.all([remembered('a', ask), remembered('a', ask)])).toEqual([1, 1])
  now = 2999
  expect(await remembered('a', ask)).toBe(1)
  now = 3000
  expect(await remembered('a', ask)).toBe(2)
  expect(asked()).toBe(2)
})

it('keeps neither a failure nor what is not worth keeping', async () => {
  const { ask } = counting([new Error('down'), 0, 5])
  const remembered = rememberBriefly<number>((value) => value > 0)
  await expect(remembered('a', ask)).rejects.toThrow('down')
  expect(await remembered('a', ask)).toBe(0)
  expect(await remembered('a', ask)).toBe(5)
  expect(await remembered('a', ask)).toBe(5)
})

it('forgets the oldest of very many', async () => {
  const remembered = rememberBriefly<number>(() => true)
  await remembered('first', async () => 1)
  for (let key = 0; key < 10_000; key++) await remembered(`${key}`, async () => key)
  expect(await remembered('first', async () => 2)).toBe(2)
  expect(await remembered('9999', async () => -1)).toBe(9999)
})
