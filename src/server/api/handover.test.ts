import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Attempt, Handover } from '#contract/attempts.ts'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { newSecret } from '../who/secret-cookie.ts'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp({ EMBED_ORIGINS: 'https://school.example', CODE_PEPPER: 'a pepper that is long enough' })
})
afterAll(() => world.close())

const cookieHeader = (client: ApiClient) =>
  Object.entries(client.cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')

function takeOver(token: string, client = new ApiClient(world.app), query = '') {
  return world.app.inject({
    method: 'POST',
    url: `${urls.takeover}${query}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: cookieHeader(client) },
    payload: new URLSearchParams({ token }).toString(),
  })
}

/** A visitor in a frame, with a finished test. */
async function framed(): Promise<{ client: ApiClient; done: Attempt }> {
  const client = new ApiClient(world.app)
  client.setCookie('embedded_visitor', newSecret())
  return { client, done: await client.play('korean', () => false) }
}

async function handOver({ client, done }: { client: ApiClient; done: Attempt }): Promise<string> {
  const reply = await client.send<Handover>('POST', urls.handover(done.id))
  expect([reply.status, reply.body.data.expires_in_seconds]).toEqual([201, 600])
  return reply.body.data.token
}

const isSeenBy = async (client: ApiClient, { id }: Attempt) =>
  (await client.send('GET', urls.attempt(id))).status === 200

describe('handing an assessment over from a frame', () => {
  it('moves it to the tab’s visitor and shows them the result; the token works once', async () => {
    const frame = await framed()
    const token = await handOver(frame)
    const { statusCode, headers, cookies } = await takeOver(token, undefined, '?hl=en')
    expect([statusCode, headers.location]).toEqual([303, `${urls.quiz}?language=korean&result=${frame.done.id}&hl=en`])
    const tab = new ApiClient(world.app)
    tab.setCookie('visitor', cookies[0]?.value ?? '')
    expect(cookies).toMatchObject([{ name: 'visitor', sameSite: 'Lax', httpOnly: true }])
    expect(await isSeenBy(tab, frame.done)).toBe(true)
    expect(await isSeenBy(frame.client, frame.done)).toBe(false)
    expect((await takeOver(token)).statusCode).toBe(410)
    expect(await isSeenBy(tab, frame.done)).toBe(true)
  })

  it('redirects to a short address, whatever language is requested', async () => {
    const frame = await framed()
    const { headers } = await takeOver(await handOver(frame), undefined, `?hl=${'('.repeat(7000)}`)
    expect(headers.location).toBe(`${urls.quiz}?language=korean&result=${frame.done.id}`)
  })

  it('gives it to the tab’s account if signed in', async () => {
    const frame = await framed()
    const { client, user } = await newAccount(world)
    expect((await takeOver(await handOver(frame), client)).statusCode).toBe(303)
    const row = world.db.selectFrom('assessments').select('user_id').where('id', '=', frame.done.id)
    expect(await row.executeTakeFirst()).toEqual({ user_id: user.id })
  })

  it('is only for the frame’s visitor', async () => {
    const { done } = await framed()
    const other = await framed()
    expect((await other.client.send('POST', urls.handover(done.id))).status).toBe(404)
    expect((await new ApiClient(world.app).send('POST', urls.handover(done.id))).status).toBe(404)
  })

  it('refuses expired tokens, garbage, and tokens for another assessment, and shows a page that says so', async () => {
    const frame = await framed()
    const other = await framed()
    const token = await handOver(frame)
    const refuse = async (refused: string) => {
      const { statusCode, headers, body } = await takeOver(refused)
      expect([statusCode, headers['content-type'], headers['set-cookie']]).toEqual([
        410,
        'text/html; charset=utf-8',
        undefined,
      ])
      expect(body).toContain('This link has expired')
    }
    for (const refused of [token.replace(frame.done.id, other.done.id), token.slice(0, -1), 'x']) await refuse(refused)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 })
    await refuse(token).finally(() => vi.useRealTimers())
    expect(await isSeenBy(frame.client, frame.done)).toBe(true)
    expect((await takeOver(token)).statusCode).toBe(303)
  })

  it("another site can't do it", async () => {
    const frame = await framed()
    const headers = { origin: 'https://school.example', 'sec-fetch-site': 'cross-site' }
    expect((await frame.client.send('POST', urls.handover(frame.done.id), undefined, headers)).status).toBe(403)
  })
})
