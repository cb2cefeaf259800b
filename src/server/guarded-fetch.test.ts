import { afterEach, expect, it } from 'vitest'
import { replyWithFault, type TransportFault } from '#harness/peers/faults.ts'
import { timeLimit } from '#harness/time-limit.ts'
import { type Listening, listen } from './demo/identity/stand-in.ts'
import { guardedFetch, readJson } from './guarded-fetch.ts'

let peer: Listening | undefined
afterEach(() => peer?.close())

async function ask(fault: TransportFault): Promise<Response> {
  peer = await listen((_request, response) => replyWithFault(fault, response))
  const request = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const
  return guardedFetch(600)(peer.url, request)
}

it('stops reading at the size limit', async () => {
  await expect(ask('50 MB')).rejects.toThrow('bytes')
})

it('times out if the body takes too long, not only the headers', async () => {
  const start = Date.now()
  await expect(ask('one byte per second')).rejects.toThrow(/timeout/i)
  expect(Date.now() - start).toBeLessThan(timeLimit(2000))
})

it("doesn't follow redirects", async () => {
  expect((await ask('a redirect elsewhere')).status).toBe(302)
})

it('returns undefined for invalid JSON', async () => {
  expect(await readJson(await ask('invalid JSON'))).toBeUndefined()
})

it.each(['JSON of 100,000 levels', 'JSON of 100,000 values'] as const)('drops the whole body for %s', async (fault) => {
  expect(await (await ask(fault)).text()).toBe('')
})
