import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { fill, newOwner } from './cast.ts'
import { ask } from './tour.ts'
import { startWholeApp } from './whole-app.ts'

/** Replies must not leak internals. */
const INSIDES = /\bat .+\.[jt]s:\d|node_modules|relation|select .+ from|insert into|does not exist"|kysely/i

it('v5.0.0-16.5.1 to 16.5.4: for an error in any route, the reply reveals nothing, the log has one line, and the server survives', async () => {
  const lines: string[] = []
  const world = await startWholeApp({ LOG_LEVEL: 'warn' }, { write: (line) => lines.push(line) })
  const owner = await newOwner(world, 'Owner')
  const cookie = `__Host-sid=${owner.client.cookies.sid}; __Host-visitor=${'a'.repeat(43)}`
  await sql`drop schema public cascade`.execute(world.db)
  const failed: string[] = []
  for (const { method, url } of world.routes) {
    lines.length = 0
    const payload = method === 'GET' ? {} : { payload: {} }
    const { status, body } = await ask(world, { method, url: fill({ method, url }, owner), cookie, ...payload })
    if (status < 400) continue
    expect(body, url).not.toMatch(INSIDES)
    // Invalid requests are refused first.
    if (status < 500) continue
    failed.push(url)
    // A service that's down logs its own line.
    expect(
      lines.filter((line) => line.includes('request failed')),
      url,
    ).toHaveLength(1)
    if (status === 500 && body.startsWith('{')) expect(JSON.parse(body).error.code).toBe('internal_error')
  }
  expect(failed.length).toBeGreaterThan(15)
  expect((await ask(world, { url: urls.health })).status).toBe(200)
  await world.close()
})
