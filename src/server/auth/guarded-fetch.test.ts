import { afterEach, expect, it } from 'vitest'
import { answerWithFault, type TransportFault } from '#harness/peers/faults.ts'
import { type Listening, listen } from '../demo/identity/listen.ts'
import { guardedFetch } from './guarded-fetch.ts'

let peer: Listening | undefined
afterEach(() => peer?.close())

async function ask(fault: TransportFault): Promise<Response> {
  peer = await listen((_request, response) => answerWithFault(fault, response))
  const request = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const
  return guardedFetch(600)(peer.url, request)
}

it('stops reading at the limit', async () => {
  await expect(ask('50 MB')).rejects.toThrow('bytes')
})

it('gives up when the body takes too long, not only its beginning', async () => {
  const begun = Date.now()
  await expect(ask('one byte a second')).rejects.toThrow(/timeout/i)
  expect(Date.now() - begun).toBeLessThan(2000)
})

it('follows no redirect', async () => {
  expect((await ask('a redirect to elsewhere')).status).toBe(302)
})
