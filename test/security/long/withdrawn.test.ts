import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { type NginxServer, startNginx } from '#harness/nginx.ts'
import { newOwner, type Owner } from '../cast.ts'
import { API_TOKEN, startWholeApp, type WholeApp } from '../whole-app.ts'

const AT_ONCE = 6
const ROUNDS = 3

let world: WholeApp
let nginx: NginxServer
let owner: Owner
let other: Owner
beforeAll(async () => {
  world = await startWholeApp({ PUBLIC_URL: 'https://quiz.example.com' })
  // Ids that can't occur elsewhere in a reply.
  await sql`alter table users alter column id restart with 700001`.execute(world.db)
  owner = await newOwner(world, 'Petra Picture')
  other = await newOwner(world, 'Someone Else')
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  nginx = await startNginx((world.app.server.address() as AddressInfo).port)
})
afterAll(async () => {
  await nginx?.stop()
  await world?.close()
})

/** Ids that never existed. */
const NOBODY: Pick<Owner, 'userId' | 'open' | 'finished' | 'report'> = {
  userId: 987_654,
  open: '00000000-0000-4000-8000-000000000000',
  finished: '00000000-0000-4000-8000-000000000001',
  report: 'AAAAAAAAAAAAAAAAAAAAAA',
}

type Ids = typeof NOBODY

/** Every address that shows a report or part of it. */
const ofReport = ({ report }: Ids) => [
  urls.report(report),
  `${urls.report(report)}?hl=de`,
  ...['', '?hl=en', '?hl=de&format=story'].map((query) => `${urls.reportPicture(report)}${query}`),
]

/** Every address that shows an account or part of it. */
const ofAccount = ({ userId, open, finished }: Ids) => [
  ...[urls.userMini(userId), urls.user(userId), urls.attempt(open), urls.attempt(finished), urls.review(finished)],
  ...[urls.attemptPicture(finished), urls.userResults(`${userId}`), urls.userExport(`${userId}`)],
]

/** A reply without the parts that always differ. */
async function ask(path: string, ids: Ids) {
  const headers = { cookie: `__Host-sid=${other.client.cookies.sid}`, authorization: `Bearer ${API_TOKEN}` }
  const { status, headers: replied, body } = await nginx.ask(path, { headers })
  const { 'set-cookie': _cookies, date: _date, etag: _etag, ...kept } = replied
  const text = [JSON.stringify(kept), body.toString('latin1')].join('\n')
  const nonce = /nonce-([\w+/=-]+)/.exec(text)?.[1]
  const same = Object.entries(ids).reduce((all, [name, id]) => all.replaceAll(String(id), name), text)
  return {
    status,
    text: same.replaceAll(nonce ?? '\n\n', 'nonce').replace(/"request_id":"[^"]+"|"content-length":"\d+",?/g, ''),
  }
}

function firstDifference(one: string, other: string): string {
  const at = [...one].findIndex((character, index) => character !== other[index])
  return `${one.slice(at - 20, at + 40)} | ${other.slice(at - 20, at + 40)}`
}

/**
 * Requests each address many times concurrently.
 * @returns the addresses that reveal whether something existed
 */
async function tellingApart(addressesOf: (ids: Ids) => string[]): Promise<unknown[]> {
  const telling: unknown[] = []
  const never = addressesOf(NOBODY)
  for (const [index, path] of addressesOf(owner).entries()) {
    const expected = await ask(never[index] as string, NOBODY)
    for (let round = 0; round < ROUNDS; round++) {
      const { report, userId, open, finished } = owner
      const ids = { report, userId, open, finished }
      const replies = await Promise.all(Array.from({ length: AT_ONCE }, () => ask(path, ids)))
      const differing = replies.find((reply) => JSON.stringify(reply) !== JSON.stringify(expected))
      if (differing)
        telling.push([path, differing.status, expected.status, firstDifference(differing.text, expected.text)])
    }
  }
  return telling
}

const bodyOf = async (path: string) => (await nginx.ask(path)).body.toString()

it('through nginx, many at once: a withdrawn report, a deleted account, and a stopped process look as if they never existed', async () => {
  expect(await tellingApart(ofReport)).toHaveLength(ofReport(owner).length * ROUNDS)
  expect(await bodyOf(urls.community)).toContain(owner.nickname)

  expect((await owner.client.send('DELETE', urls.sharedReport(owner.report))).status).toBe(204)
  expect(await tellingApart(ofReport)).toEqual([])
  expect(await bodyOf(urls.community)).not.toContain(owner.nickname)

  expect((await tellingApart(ofAccount)).length).toBeGreaterThan(0)
  expect((await owner.client.send('DELETE', urls.accountData)).status).toBe(204)
  expect(await tellingApart(ofAccount)).toEqual([])

  world.app.server.close()
  world.app.server.closeAllConnections()
  for (const addressesOf of [ofReport, ofAccount]) expect(await tellingApart(addressesOf)).toEqual([])
  expect((await nginx.ask(urls.reportPicture(owner.report))).status).toBe(502)
})
