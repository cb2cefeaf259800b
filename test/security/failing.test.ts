import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { fill, newOwner } from './cast.ts'
import { ask } from './tour.ts'
import { startWholeApp } from './whole-app.ts'

/** Nothing of the inside belongs into a reply. */
const INSIDES = /\bat .+\.[jt]s:\d|node_modules|relation|select .+ from|insert into|does not exist"|kysely/i

it('v5.0.0-16.5.1 to 16.5.4 (25): whatever fails in whatever route, the reply tells nothing of it, the log once, and the server lives', async () => {
  const lines: string[] = []
  const world = await startWholeApp({ LOG_LEVEL: 'error' }, { write: (line) => lines.push(line) })
  const owner = await newOwner(world, 'Owner')
  const cookie = `__Host-sid=${owner.client.cookies.sid}; __Host-visitor=${'a'.repeat(43)}`
  await sql`drop schema public cascade`.execute(world.db)
  const failed: string[] = []
  for (const { method, url } of world.routes) {
    lines.length = 0
    const payload = method === 'GET' ? {} : { payload: {} }
    const { status, body } = await ask(world, { method, url: fill(url, owner), cookie, ...payload })
    if (status < 400) continue
    expect(body, url).not.toMatch(INSIDES)
    // What is wrong with the request is found before.
    if (status < 500) continue
    failed.push(url)
    // A service that is away is told by its own line.
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
