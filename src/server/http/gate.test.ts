import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Gate } from './gates.ts'

const gateOf = (longestWaitMs = 10_000) => new Gate({ atOnce: 2, mayWait: 3, longestWaitMs })

it('admits two, queues three in order, and turns the rest away at once', async () => {
  const gate = gateOf()
  const [first, second] = await Promise.all([gate.enter(), gate.enter()])
  const order: number[] = []
  const waiting = [1, 2, 3].map(async (n) => {
    const leave = await gate.enter()
    order.push(n)
    return leave
  })
  expect([await gate.enter(), await gate.enter()]).toEqual([undefined, undefined])
  expect([gate.inside, gate.waiting, order]).toEqual([2, 3, []])
  first?.()
  second?.()
  await (await waiting[0])?.()
  await Promise.all(waiting)
  expect(order).toEqual([1, 2, 3])
  expect([gate.inside, gate.waiting]).toEqual([2, 0])
})

it('leaving twice makes room for one', async () => {
  const gate = gateOf()
  const [first] = await Promise.all([gate.enter(), gate.enter()])
  first?.()
  first?.()
  expect(gate.inside).toBe(1)
})

it('turns away a caller that has waited too long, but not the next', async () => {
  const gate = gateOf(30)
  const [leave] = await Promise.all([gate.enter(), gate.enter()])
  expect(await gate.enter()).toBeUndefined()
  expect([gate.inside, gate.waiting]).toEqual([2, 0])
  leave?.()
  expect(await gate.enter()).toBeTypeOf('function')
})

it('on a busy thread with late timers, admits nobody who has waited too long', async () => {
  const gate = gateOf(20)
  const [leave] = await Promise.all([gate.enter(), gate.enter()])
  const late = gate.enter()
  const end = performance.now() + 40
  while (performance.now() < end);
  leave?.()
  expect(await late).toBeUndefined()
  await sleep(0)
  expect([gate.inside, gate.waiting]).toEqual([1, 0])
})
