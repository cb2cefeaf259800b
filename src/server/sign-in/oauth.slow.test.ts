import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PROVIDERS } from '#contract/sign-in.ts'
import { urls } from '#contract/urls.ts'
import { TRANSPORT_FAULTS } from '#harness/peers/faults.ts'
import { FetchBrowser } from '#harness/peers/fetch-browser.ts'
import { TOKEN_FAULTS } from '#harness/peers/google.ts'
import { type OAuthWorld, startOAuthWorld } from '#harness/peers/oauth-world.ts'
import { reachCallback, signInWith, whoIs } from '#harness/peers/sign-in.ts'
import { VENDOR_FAULTS } from '#harness/peers/vendors.ts'
import { startTestApp } from '#harness/test-app.ts'
import { HANG_MS, timeLimit } from '#harness/time-limit.ts'
import { insertUser } from '../db/tables/users.ts'
import { newUser } from '../names/user-text.ts'

let world: OAuthWorld
let people = 0
/** The addresses that got email. */
const notified: string[] = []

beforeAll(async () => {
  world = await startOAuthWorld(60_000, { notice: async ({ target }) => void notified.push(target) })
})
afterAll(() => world.close())
beforeEach(() => {
  people++
  notified.length = 0
  const email = `person${people}@example.com`
  Object.assign(world.google, { agrees: true, fault: undefined, tokenFault: undefined })
  world.google.person = { id: `g${people}`, email, name: 'Ada Lovelace' }
  Object.assign(world.vendors, { agrees: true, fault: undefined, vendorFault: undefined })
  world.vendors.person = { id: `${1000 + people}`, name: 'Grace Hopper', email: `vendor${people}@example.com` }
})

const back = (outcome: string) => `${urls.account}?sign_in=${outcome}`
const emailRow = (email: string) =>
  world.db.selectFrom('emails').selectAll().where('email', '=', email).executeTakeFirst()

async function ownerOf(email: string): Promise<number> {
  const { id } = await insertUser(world.db, newUser())
  await world.db.insertInto('emails').values({ email, user_id: id }).execute()
  return id
}

async function countRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of ['users', 'identities', 'emails', 'sessions'] as const)
    counts[table] = (await world.db.selectFrom(table).selectAll().execute()).length
  return counts
}

describe.each(PROVIDERS)('signing in with %s', (provider) => {
  it('creates an account the first time and finds it again', async () => {
    const browser = new FetchBrowser()
    const next = `${urls.quiz}?language=french`
    expect(await signInWith(world, browser, provider, next)).toMatchObject({ status: 302, location: next })
    const id = await whoIs(world, browser)
    expect(id).toBeGreaterThan(0)
    const other = new FetchBrowser()
    await signInWith(world, other, provider)
    expect(await whoIs(world, other)).toBe(id)
    const user = await world.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', id as number)
      .executeTakeFirstOrThrow()
    expect(user.nickname).toBe(provider === 'google' ? 'Ada Lovelace' : 'Grace Hopper')
    expect(user.register_status).toBe(1)
  })

  it('works for a person without an email address', async () => {
    world.google.person = { id: `g${people}` }
    world.vendors.person = { id: `${1000 + people}`, name: 'Grace Hopper' }
    const browser = new FetchBrowser()
    expect((await signInWith(world, browser, provider)).location).toBe(urls.account)
    expect(await whoIs(world, browser)).toBeGreaterThan(0)
  })

  it('returns, not signed in, if the person declines', async () => {
    world.google.agrees = false
    world.vendors.agrees = false
    const browser = new FetchBrowser()
    expect((await signInWith(world, browser, provider)).location).toBe(back('cancelled'))
    expect(await whoIs(world, browser)).toBeUndefined()
  })

  it('v5.0.0-10.2.1: F21 accepts each reply once, even if ten arrive at the same moment', async () => {
    const browser = new FetchBrowser()
    const callback = await reachCallback(world, browser, provider)
    const visits = await Promise.all(Array.from({ length: 10 }, () => browser.visit(callback)))
    expect(visits.filter(({ location }) => location === urls.account)).toHaveLength(1)
    expect(visits.every(({ status }) => status === 302)).toBe(true)
    expect((await browser.visit(callback)).location).toBe(`${urls.quiz}?sign_in=failed`)
  })

  it('v5.0.0-10.2.1: A5 a state of browser A is refused with the cookie of browser B, and still works for A', async () => {
    const [a, b] = [new FetchBrowser(), new FetchBrowser()]
    const callback = await reachCallback(world, a, provider)
    await reachCallback(world, b, provider)
    expect((await b.visit(callback)).location).toBe(`${urls.quiz}?sign_in=failed`)
    expect((await new FetchBrowser().visit(callback)).location).toBe(`${urls.quiz}?sign_in=failed`)
    expect([await whoIs(world, b), await whoIs(world, a)]).toEqual([undefined, undefined])
    expect((await a.visit(callback)).location).toBe(urls.account)
  })

  it('v5.0.0-10.2.2: A7 a transaction with one provider is refused at the callback of the others', async () => {
    const browser = new FetchBrowser()
    const callback = await reachCallback(world, browser, provider)
    for (const other of PROVIDERS.filter((name) => name !== provider)) {
      const crossed = callback.replace(urls.callback(provider), urls.callback(other))
      expect((await browser.visit(crossed)).location).toBe(`${urls.quiz}?sign_in=failed`)
    }
    expect(await whoIs(world, browser)).toBeUndefined()
  })

  it('v5.0.0-10.1.2: A4 rejects a state that is tampered with, missing, or repeated', async () => {
    const browser = new FetchBrowser()
    const callback = new URL(await reachCallback(world, browser, provider))
    const state = callback.searchParams.get('state') as string
    for (const states of [[], [''], [`${state}x`], [state, state], [state, 'x'], ['../etc'], ["' or 1=1 --"]]) {
      const forged = new URL(callback)
      forged.searchParams.delete('state')
      for (const value of states) forged.searchParams.append('state', value)
      const visit = await browser.visit(forged.href)
      expect([visit.status, visit.location]).toEqual([302, `${urls.quiz}?sign_in=failed`])
    }
    expect(await whoIs(world, browser)).toBeUndefined()
  })

  it('v5.0.0-7.2.4: A6 signing in replaces a planted session cookie and ends the previous session', async () => {
    const browser = new FetchBrowser()
    const fixed = 'A'.repeat(43)
    browser.setCookie(world.base, 'sid', fixed)
    await signInWith(world, browser, provider)
    const first = browser.cookie(world.base, 'sid') as string
    expect(first).not.toBe(fixed)
    await signInWith(world, browser, provider)
    expect(browser.cookie(world.base, 'sid')).not.toBe(first)
    for (const old of [fixed, first]) {
      const thief = new FetchBrowser()
      thief.setCookie(world.base, 'sid', old)
      expect(await whoIs(world, thief)).toBeUndefined()
    }
  })

  it('never redirects to another site, whatever `next` contains', async () => {
    const browser = new FetchBrowser()
    expect((await signInWith(world, browser, provider, '//evil.example/account')).location).toBe(urls.quiz)
    expect((await signInWith(world, browser, provider, '/account\r\nset-cookie: a=b')).location).toBe(urls.quiz)
  })
})

it('Facebook’s #_=_ is dropped', async () => {
  const { headers } = await signInWith(world, new FetchBrowser(), 'facebook')
  expect(headers.get('location')).toBe(`${urls.account}#`)
})

describe('the account', () => {
  it('Google’s verified address signs in to the account that has proved it', async () => {
    const owner = await ownerOf(world.google.person.email as string)
    const browser = new FetchBrowser()
    await signInWith(world, browser, 'google')
    expect(await whoIs(world, browser)).toBe(owner)
  })

  it('A1 but never to an account that only claimed it', async () => {
    const email = world.google.person.email as string
    world.vendors.person.email = email
    const [squatter, browser] = [new FetchBrowser(), new FetchBrowser()]
    await signInWith(world, squatter, 'facebook')
    await signInWith(world, browser, 'google')
    const id = await whoIs(world, browser)
    expect(id).toBeGreaterThan(0)
    expect(id).not.toBe(await whoIs(world, squatter))
    expect((await emailRow(email))?.user_id).toBe(id)
  })

  it("a verified address that merely folds to another doesn't sign in to that account", async () => {
    const owner = await ownerOf(`kate${people}@example.com`)
    world.google.person.email = `\u212aate${people}@example.com`
    const browser = new FetchBrowser()
    await signInWith(world, browser, 'google')
    expect(await whoIs(world, browser)).not.toBe(owner)
  })

  it("an address that Google hasn't verified is ignored", async () => {
    const owner = await ownerOf(world.google.person.email as string)
    world.google.person.isEmailUnverified = true
    const browser = new FetchBrowser()
    expect((await signInWith(world, browser, 'google')).location).toBe(urls.account)
    expect(await whoIs(world, browser)).not.toBe(owner)
  })

  it.each(['facebook', 'vk'])(
    "the address from %s is ignored, isn't stored, and doesn't reveal its owner",
    async (provider) => {
      const email = world.vendors.person.email as string
      const stranger = new FetchBrowser()
      await signInWith(world, stranger, provider)
      expect(await whoIs(world, stranger)).toBeGreaterThan(0)
      expect(await emailRow(email)).toBeUndefined()
      world.vendors.person = { id: `${5000 + people}`, name: 'Grace Hopper', email: `claimed${people}@example.com` }
      const claimed = world.vendors.person.email as string
      const owner = await ownerOf(claimed)
      const browser = new FetchBrowser()
      expect((await signInWith(world, browser, provider)).location).toBe(urls.account)
      const id = await whoIs(world, browser)
      expect(id).toBeGreaterThan(0)
      expect(id).not.toBe(owner)
      expect((await emailRow(claimed))?.user_id).toBe(owner)
      await expect.poll(() => notified).toEqual([claimed])
      await signInWith(world, new FetchBrowser(), provider)
      world.vendors.person.id = `${6000 + people}`
      await signInWith(world, new FetchBrowser(), provider)
      expect(notified).toEqual([claimed])
    },
  )
})

describe('provider faults: sign-in fails, and the browser returns in time', () => {
  // Only these tests wait for timeouts; elsewhere, a short one would abort good sign-ins on a busy machine.
  let patient: OAuthWorld
  beforeAll(async () => {
    patient = world
    world = await startOAuthWorld(800)
  })
  afterAll(async () => {
    await world.close()
    world = patient
  })

  const failsQuietly = async (provider: string) => {
    const before = await countRows()
    const browser = new FetchBrowser()
    const begun = Date.now()
    const start = `${world.base}${urls.signInWith(provider)}?next=${urls.account}`
    const visit = await browser.follow(start, (address) => !address.startsWith(`${world.base}${urls.account}`))
    expect([visit.status, visit.location]).toEqual([302, back('failed')])
    expect(Date.now() - begun).toBeLessThan(timeLimit(5000))
    expect(await whoIs(world, browser)).toBeUndefined()
    expect(await countRows()).toEqual(before)
  }

  it.each(TRANSPORT_FAULTS)('Google’s tokens: %s', async (kind) => {
    world.google.fault = { step: 'token', kind }
    await failsQuietly('google')
  })

  it.each(TOKEN_FAULTS)('v5.0.0-10.5.1, 10.5.2, 10.5.4: Google’s ID token: %s', async (fault) => {
    world.google.tokenFault = fault
    await failsQuietly('google')
  })

  for (const provider of ['facebook', 'vk'] as const) {
    it.each(TRANSPORT_FAULTS)(`the tokens of ${provider}: %s`, async (kind) => {
      world.vendors.fault = { step: 'token', kind }
      await failsQuietly(provider)
    })

    it.each(TRANSPORT_FAULTS)(`the profile of ${provider}: %s`, async (kind) => {
      world.vendors.fault = { step: 'profile', kind }
      await failsQuietly(provider)
    })

    it.each(VENDOR_FAULTS.filter((fault) => provider === 'vk' || fault !== 'no device id'))(
      `${provider}: %s`,
      async (fault) => {
        world.vendors.vendorFault = fault
        await failsQuietly(provider)
      },
    )
  }

  it.each(['discovery', 'keys'] as const)('Google’s %s, every fault, then recovery', async (step) => {
    const fresh = await startOAuthWorld(700)
    try {
      fresh.google.person = { id: 'fresh' }
      for (const kind of TRANSPORT_FAULTS) {
        fresh.google.fault = { step, kind }
        const start = `${fresh.base}${urls.signInWith('google')}?next=${urls.account}`
        const visit = await new FetchBrowser().follow(start, (to) => !to.startsWith(`${fresh.base}${urls.account}`))
        expect([kind, visit.status, visit.location]).toEqual([kind, 302, back('failed')])
      }
      fresh.google.fault = undefined
      const signIn = async () => (await signInWith(fresh, new FetchBrowser(), 'google')).location
      await expect.poll(signIn, { timeout: HANG_MS }).toBe(urls.account)
    } finally {
      await fresh.close()
    }
  })
})

describe("a provider that isn't configured", () => {
  it('A10 replies 404 without a redirect', async () => {
    const bare = await startTestApp()
    for (const provider of [...PROVIDERS, 'apple', '__proto__', 'constructor'])
      for (const url of [urls.signInWith(provider), `${urls.callback(provider)}?code=a&state=b`])
        expect((await bare.app.inject({ url })).statusCode).toBe(404)
    await bare.close()
  })

  it('A10 a wrong secret fails the sign-in', async () => {
    const browser = new FetchBrowser()
    const callback = await reachCallback(world, browser, 'facebook')
    const { secret } = world.vendors.client
    world.vendors.client.secret = 'another secret'
    expect((await browser.visit(callback)).location).toBe(back('failed'))
    world.vendors.client.secret = secret
    expect(await whoIs(world, browser)).toBeUndefined()
  })
})

it('A5 a thousand starts create a thousand states', async () => {
  const states = new Set<string | null>()
  for (let start = 0; start < 1000; start++) {
    const { headers } = await world.app.inject({ url: urls.signInWith('facebook') })
    states.add(new URL(headers.location as string).searchParams.get('state'))
  }
  expect(states.size).toBe(1000)
})

it('A9 malformed cookies and headers cause no server error', async () => {
  const cookies = ['code_browser=%', 'sid=\u00ff', ';;;==', `sid=${'x'.repeat(6000)}`, 'code_browser=a; code_browser=b']
  for (const cookie of cookies)
    for (const headers of [{ cookie }, { cookie, authorization: 'Bearer \u00ff' }, { authorization: 'Basic %%%' }])
      for (const url of [urls.signInWith('facebook'), `${urls.callback('facebook')}?state=x&code=y`, urls.login])
        expect((await world.app.inject({ url, headers })).statusCode).toBeLessThan(500)
})

it('A15 no value of a request reaches Set-Cookie or Location unescaped', async () => {
  const nasty = encodeURIComponent('/account?x=\r\nset-cookie: evil=1; domain=evil.example')
  const browser = new FetchBrowser()
  const start = await browser.visit(`${world.base}${urls.signInWith('vk')}?next=${nasty}`)
  const end = await browser.visit(`${world.base}${urls.callback('vk')}?state=${nasty}&code=${nasty}&error=${nasty}`)
  for (const { headers } of [start, end]) {
    expect(headers.getSetCookie().join()).not.toContain('evil')
    expect(headers.get('location')).not.toContain('evil')
  }
})

describe('a provider that never answers', () => {
  /** More sign-ins than the database runs concurrently, which are two of its ten connections. */
  const BROWSERS = 6

  it("doesn't delay codes, other providers, or pages", async () => {
    const world = await startOAuthWorld(8000)
    Object.assign(world.google, { agrees: true, person: { id: 'slow' } })
    Object.assign(world.vendors, { agrees: true, person: { id: '1', name: 'Grace Hopper' } })
    const pending = await Promise.all(
      Array.from({ length: BROWSERS }, async () => {
        const browser = new FetchBrowser()
        return { browser, callback: await reachCallback(world, browser, 'google') }
      }),
    )
    world.google.fault = { step: 'token', kind: 'no reply' }
    const before = world.google.calls
    const leaving = new AbortController()
    for (const { browser, callback } of pending)
      void browser.visit(callback, { signal: leaving.signal }).catch(() => undefined)
    await expect.poll(() => world.google.calls).toBe(before + BROWSERS)

    const code = { method: 'POST', url: urls.codes, payload: { channel: 'email', target: 'no address' } } as const
    expect((await world.app.inject(code)).statusCode).toBe(422)
    expect((await signInWith(world, new FetchBrowser(), 'vk')).location).toBe(urls.account)
    expect((await world.app.inject(urls.landing)).statusCode).toBe(200)
    leaving.abort()
    await world.close()
  })

  it("isn't called for a made-up code in a sign-in that this browser didn't start", async () => {
    const browser = new FetchBrowser()
    const callback = new URL(await reachCallback(world, browser, 'google'))
    callback.searchParams.set('code', 'made-up')
    const before = world.google.calls
    expect((await new FetchBrowser().visit(callback.href)).location).toContain('sign_in=failed')
    callback.searchParams.set('state', 'made-up')
    expect((await browser.visit(callback.href)).location).toContain('sign_in=failed')
    expect(world.google.calls).toBe(before)
  })
})
