import { expect, it, vi } from 'vitest'
import { Gate } from './gate.ts'
import { Overloaded } from './http-error.ts'

/** Two places; the second line may take only one. */
const twoLines = () => new Gate(2, { first: { atOnce: 2, mayWait: 3 }, second: { atOnce: 1, mayWait: 1 } })

it('fills its places, queues a few more in order, and rejects the rest immediately', async () => {
  const gate = twoLines()
  const [first, second] = await Promise.all([gate.enter('first'), gate.enter('first')])
  const order: number[] = []
  const waiting = [1, 2, 3].map(async (n) => {
    const leave = await gate.enter('first')
    order.push(n)
    return leave
  })
  await expect(gate.enter('first')).rejects.toThrow(Overloaded)
  expect([gate.count('first'), order]).toEqual([{ inside: 2, waiting: 3 }, []])
  first()
  second()
  ;(await waiting[0])?.()
  await Promise.all(waiting)
  expect(order).toEqual([1, 2, 3])
  expect(gate.count('first')).toEqual({ inside: 2, waiting: 0 })
})

it('serves the first line first, and limits the second to its share', async () => {
  const gate = twoLines()
  const leave = await gate.enter('second')
  const order: string[] = []
  const note = async (kind: 'first' | 'second', name: string) => {
    const free = await gate.enter(kind)
    order.push(name)
    return free
  }
  // A place is free, but not for the second line.
  const late = note('second', 'late')
  const other = await gate.enter('first')
  const urgent = note('first', 'urgent')
  expect([gate.count('first'), gate.count('second')]).toEqual([
    { inside: 1, waiting: 1 },
    { inside: 1, waiting: 1 },
  ])
  other()
  await urgent
  leave()
  await late
  expect(order).toEqual(['urgent', 'late'])
})

it('serves the second line after 32 of the first, no matter how many are waiting there', async () => {
  const gate = new Gate(1, { first: { atOnce: 1, mayWait: 100 }, second: { atOnce: 1, mayWait: 100 } })
  const order: string[] = []
  const come = (kind: 'first' | 'second') => gate.run(kind, async () => void order.push(kind))
  const leave = await gate.enter('first')
  const all = [...Array.from({ length: 2 }, () => come('second')), ...Array.from({ length: 70 }, () => come('first'))]
  leave()
  await Promise.all(all)
  expect(order.flatMap((kind, place) => (kind === 'second' ? place : []))).toEqual([32, 65])
})

it('leaving twice frees only one place', async () => {
  const gate = twoLines()
  const [first] = await Promise.all([gate.enter('first'), gate.enter('first')])
  first()
  first()
  expect(gate.count('first').inside).toBe(1)
})

it('frees the place of work that fails', async () => {
  const gate = twoLines()
  await expect(gate.run('second', () => Promise.reject(new Error('fails')))).rejects.toThrow('fails')
  expect(gate.count('second').inside).toBe(0)
})

it('rejects callers that have waited too long, even if a busy thread delays their timers, and admits the next one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const gate = twoLines()
  const [leave, other] = await Promise.all([gate.enter('first'), gate.enter('first')])
  const refused = expect(gate.enter('first')).rejects.toThrow(Overloaded)
  vi.advanceTimersByTime(2000)
  await refused
  expect(gate.count('first')).toEqual({ inside: 2, waiting: 0 })
  const late = expect(gate.enter('first')).rejects.toThrow(Overloaded)
  // Time passes, but no timer has run.
  vi.setSystemTime(Date.now() + 2001)
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2001)
  leave()
  await late
  now.mockRestore()
  vi.useRealTimers()
  expect(gate.count('first')).toEqual({ inside: 1, waiting: 0 })
  expect(await gate.enter('first')).toBeTypeOf('function')
  other()
})
