import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { HANG_MS } from '#harness/time-limit.ts'
import { userOfIdentity } from '#server/db/tables/identities.ts'
import { newSecret } from '#server/who/secret-cookie.ts'
import { newOwner } from './cast.ts'
import { chiSquare } from './chi-square.ts'
import { ask } from './tour.ts'
import { startWholeApp, type WholeApp } from './whole-app.ts'

let world: WholeApp
beforeAll(async () => {
  world = await startWholeApp()
})
afterAll(() => world.close())

describe('v5.0.0-7.2.1 to 7.2.4: session tokens', () => {
  it('are 256 random bits: 20,000 of them differ, and all characters are equally frequent', () => {
    const tokens = Array.from({ length: 20_000 }, newSecret)
    expect(new Set(tokens).size).toBe(tokens.length)
    expect(tokens.every((token) => /^[\w-]{43}$/.test(token))).toBe(true)
    const counts = new Map<string, number>()
    // The last character holds four bits of the token.
    for (const token of tokens)
      for (const letter of token.slice(0, 42)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
    expect(counts.size).toBe(64)
    // 63 degrees of freedom: one in a million exceeds 135.
    expect(chiSquare([...counts.values()])).toBeLessThan(135)
  })

  it("aren't in the database, and neither is any other cookie secret", async () => {
    const { client } = await newOwner(world, 'Owner')
    const browser = await ask(world, {
      method: 'POST',
      url: urls.codes,
      payload: { channel: 'email', target: 'secrets@example.com' },
    })
    await ask(world, { url: urls.signInWith('vk') })
    const kept = browser.setCookies.map((line) => line.split(/[=;]/)[1] as string)
    const secrets = [...Object.values(client.cookies), ...kept].filter((value) => value.length > 20)
    expect(secrets.length).toBeGreaterThan(2)
    const tables = await world.db.introspection.getTables()
    expect(tables.length).toBeGreaterThan(10)
    for (const { name } of tables) {
      const rows = JSON.stringify(
        await world.db
          .selectFrom(name as 'users')
          .selectAll()
          .execute(),
      )
      for (const secret of secrets) expect(rows.includes(secret), name).toBe(false)
    }
  })
})

describe('v5.0.0-6.5.3: codes', () => {
  it('are six random digits, uniform in every position', async () => {
    const COUNT = 100
    const askFor = (number: number) =>
      ask(world, {
        method: 'POST',
        url: urls.codes,
        payload: { channel: 'email', target: `digits${number}@example.com` },
      })
    for (let number = 0; number < COUNT; number++) expect((await askFor(number)).status).toBe(202)
    const codes = () => world.sent.filter(({ target }) => target.startsWith('digits')).map(({ code }) => code)
    await expect.poll(() => codes().length, { timeout: HANG_MS }).toBe(COUNT)
    const digits = codes().flatMap((code) => [...code])
    expect(digits).toHaveLength(6 * COUNT)
    const counts = Array.from({ length: 10 }, (_, digit) => digits.filter((one) => one === String(digit)).length)
    // 9 degrees of freedom: one in a million exceeds 44.
    expect(chiSquare(counts)).toBeLessThan(44)
  })
})

it('v5.0.0-6.8.1: the same subject from two issuers is two people, and from one issuer, one person', async () => {
  const identity = (issuer: string, provider = 'google') => ({
    provider,
    issuer,
    subject: '12345',
    email: undefined,
    verifiedEmail: undefined,
  })
  const user = { nickname: 'Same', avatar_file_name: 'seed-1' }
  const find = async (issuer: string, provider?: string) =>
    (await userOfIdentity(world.db, identity(issuer, provider), user)).userId
  const first = await find('https://accounts.google.com')
  expect(await find('https://accounts.google.com')).toBe(first)
  const others = [await find('https://login.evil.example'), await find('https://id.vk.com', 'vk')]
  expect(new Set([first, ...others]).size).toBe(3)
})
