import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import type { ApiClient } from '#harness/api-client.ts'
import { startWholeApp, type WholeApp } from '../whole-app.ts'

const TESTS = 3000
const READS = 20
/**
 * The maximum processor time for one read of an account of any size. A page of all results took 0.9 s, and one of 25
 * takes 0.03 s.
 */
const LIMIT_MS = 150

let world: WholeApp
let origin: string
beforeAll(async () => {
  world = await startWholeApp()
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`
})
afterAll(() => world.close())

/** Sends as the account signed in at `client`. */
function browserOf({ cookies }: ApiClient) {
  return async (method: string, path: string, json?: unknown) => {
    const reply = await fetch(`${origin}${path}`, {
      method,
      headers: { cookie: `sid=${cookies.sid}`, ...(json ? { 'content-type': 'application/json' } : {}) },
      ...(json ? { body: JSON.stringify(json) } : {}),
    })
    return { status: reply.status, text: await reply.text() }
  }
}

it(`an account with ${TESTS} tests is read in less than ${LIMIT_MS} ms of processor time`, async () => {
  const { client } = await newAccount(world)
  const { id } = await client.play('english', (position) => position < 9)
  await sql`insert into assessments (id, visitor, user_id, flow_id, language, interface_language, earlier, round,
      answered, choices, is_correct, elapsed_ms, answered_at, finished_at, level, percentile, theta, standard_error,
      band_lowest, band_highest)
    select gen_random_uuid(), visitor, user_id, flow_id, language, interface_language, earlier, round,
      answered, choices, is_correct, elapsed_ms, answered_at, finished_at - make_interval(mins => number), level, percentile, theta,
      standard_error, band_lowest, band_highest
    from assessments, generate_series(1, ${TESTS - 1}::integer) as number where id = ${id}::uuid`.execute(world.db)
  const send = browserOf(client)
  for (const path of [urls.accountData, urls.account]) {
    const times: number[] = []
    for (let read = 0; read < READS; read++) {
      const before = process.cpuUsage()
      expect((await send('GET', path)).status).toBe(200)
      const { user, system } = process.cpuUsage(before)
      times.push((user + system) / 1000)
    }
    times.sort((one, other) => one - other)
    console.log(
      `${path}: median ${times[READS / 2]?.toFixed(0)} ms, longest ${times.at(-1)?.toFixed(0)} ms of processor time`,
    )
    expect(times[READS / 2]).toBeLessThan(LIMIT_MS)
  }
})
