import { afterAll, beforeAll, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'

let world: TestApp
let base: string
let sent = 0
beforeAll(async () => {
  const send = async () => {
    sent++
  }
  const environment = { TRUSTED_PROXIES: '127.0.0.1', CODE_PEPPER: 'a pepper for the attack' }
  world = await startTestApp(environment, { email: send, phone: send })
  base = await world.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => world.close())

async function ask(target: string, from: string) {
  const channel = target.startsWith('+') ? 'phone' : 'email'
  const reply = await fetch(`${base}${urls.codes}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ channel, target }),
  })
  return { status: reply.status, ...(await reply.json()) }
}

/** The status, retrying while the machine is busy. */
async function insist(target: string, from: string): Promise<number> {
  const { status } = await ask(target, from)
  return status === 503 ? insist(target, from) : status
}

it("34 networks requesting 60 codes each don't block anyone’s sign-in", async () => {
  for (let network = 0; network < 34; network++)
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        insist(`mail${network}x${index}@example.com`, `2001:db8:${network}:1::1`),
      ),
    )
  await expect.poll(() => sent).toBe(34 * 60)
  expect((await ask('ada@example.com', '198.51.100.7')).status).toBe(202)
  expect((await ask('+447400123456', '198.51.100.7')).status).toBe(202)
})

it("nicknames can't be harvested by enumerating ids", async () => {
  const { user } = await newAccount(world, { nickname: 'Noor under attack' })
  const shown: string[] = []
  for (let id = user.id - 50; id <= user.id + 50; id++) {
    const reply = await fetch(`${base}${urls.userMini(Math.max(1, id))}`)
    if (reply.ok) shown.push(await reply.text())
  }
  expect(shown).toEqual([])
})
