import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { readPageState } from '#harness/page-state.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { PALETTES } from '../brand/colors.ts'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp()
})
afterAll(() => world.close())

const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ url, headers })

describe('pages', () => {
  it('the root redirects to the landing page', async () => {
    const { statusCode, headers } = await get('/')
    expect([statusCode, headers.location]).toEqual([302, urls.landing])
  })

  it('the browser’s own bars match the page background in both themes', async () => {
    const { body } = await get(urls.landing)
    for (const theme of ['light', 'dark'] as const)
      expect(body).toContain(`content="${PALETTES[theme].paper}" media="(prefers-color-scheme: ${theme})"`)
  })

  it('the quiz page renders the requested screen', async () => {
    expect((await get(urls.quiz)).body).toContain('I want to test my...')
    expect((await get(urls.quizIn('japanese'))).body).toContain('Your Japanese test')
    expect((await get(urls.quizIn('klingon'))).body).toContain('I want to test my...')
  })

  it('the quiz page includes only its visitor’s open assessments', async () => {
    const client = new ApiClient(world.app)
    const { id } = await client.start('english')
    const own = await client.page(urls.quiz)
    expect(readPageState(own.body).attempts.open).toMatchObject([{ id, language: 'english', answered: 0 }])
    expect(own.headers['cache-control']).toBe('private, no-store')
    expect(readPageState((await get(urls.quiz)).body).attempts.open).toEqual([])
  })

  it('the quiz page knows whether the visitor is in China, from the configured country cookie or the profile', async () => {
    const elsewhere = await startTestApp({ COUNTRY_COOKIE: 'land' })
    const isInChina = async (client: ApiClient) => readPageState((await client.page(urls.quiz)).body).visitor.isInChina
    const visitor = new ApiClient(elsewhere.app)
    visitor.setCookie('country_id', 'CN')
    expect(await isInChina(visitor)).toBe(false)
    visitor.setCookie('land', 'CN')
    expect(await isInChina(visitor)).toBe(true)
    expect(await isInChina((await newAccount(elsewhere, { country_id: 'CN' })).client)).toBe(true)
    await elsewhere.close()
  })

  it('an open assessment is no longer offered after a day', async () => {
    const client = new ApiClient(world.app)
    const { id } = await client.start('english')
    await world.db
      .updateTable('assessments')
      .set({ created_at: new Date(Date.now() - 25 * 3600_000) })
      .where('id', '=', id)
      .execute()
    expect(readPageState((await client.page(urls.quiz)).body).attempts.open).toEqual([])
  })

  it('the quiz page includes the visitor and their learning language', async () => {
    const { visitor, result } = readPageState((await get(urls.quiz, { cookie: 'country_id=RU' })).body)
    expect(visitor).toMatchObject({ login: { country_id: 'RU' }, learningLanguage: null })
    expect(result.avatarBaseUrl).toBe('')
    const { client, user } = await newAccount(world, { learning_language: 'german', nickname: '</script>' })
    expect(readPageState((await client.page(urls.quiz)).body).visitor).toMatchObject({
      login: { country_id: null, user_id: user.id, nickname: '</script>', avatar_file_name: 'seed-1' },
      learningLanguage: 'german',
    })
  })

  it('avatars come only from the configured folder', async () => {
    const elsewhere = await startTestApp({ AVATAR_BASE_URL: 'https://avatars.example/small/' })
    const { headers, body } = await elsewhere.app.inject(urls.quiz)
    expect(headers['content-security-policy']).toContain("img-src 'self' data: https://avatars.example/small/;")
    expect(readPageState(body).result.avatarBaseUrl).toBe('https://avatars.example/small/')
    await elsewhere.close()
  })

  it("the state can't break out of its script element", async () => {
    const { body } = await get(`${urls.quiz}?language=</script><script>alert(1)</script>&hl="><img src=x>`)
    expect(body).not.toContain('alert(1)')
    expect(body).not.toContain('<img src=x>')
    expect(readPageState(body)).toMatchObject({ query: { language: null } })
  })

  it('the account page offers sign-in if signed out, and links its legal texts', async () => {
    const { body, headers, statusCode } = await get(`${urls.account}?sign_in=failed`)
    expect([statusCode, headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(readPageState(body)).toMatchObject({ account: null, signIn: { providers: [], codeChannels: [] } })
    expect(body).not.toContain('Continue with')
    for (const [url, title] of [
      [urls.terms, 'Terms'],
      [urls.privacy, 'Privacy notice'],
    ] as const) {
      expect(body).toContain(`href="${url}"`)
      const page = await get(url)
      expect(page.body).toContain(`<h1>${title}</h1>`)
      expect(page.body).not.toMatch(/(terms|privacy)\.\d\.(title|text)/)
    }
  })

  it.each([
    [{ email: async () => {} }, ['email'], 'Continue with email<'],
    [{ phone: async () => {} }, ['phone'], 'Continue with phone number<'],
    [{ email: async () => {}, phone: async () => {} }, ['email', 'phone'], 'Continue with email or phone<'],
  ])('the account page offers only the codes that can be sent: %j %j', async (sender, codeChannels, label) => {
    const small = await startTestApp({}, sender)
    const { body } = await small.app.inject({ url: urls.account, headers: { 'accept-language': 'en' } })
    await small.close()
    expect(readPageState(body)).toMatchObject({ signIn: { codeChannels } })
    expect(body.match(/Continue with[^<]*</g)).toEqual([label])
  })

  it('the accessibility statement is linked from the plain pages', async () => {
    const { body, statusCode } = await get(urls.accessibility)
    expect([statusCode, body.includes('<h1>Accessibility</h1>')]).toEqual([200, true])
    expect(body).not.toMatch(/accessibility\.\w+\./)
    for (const url of [urls.how, urls.terms, urls.privacy])
      expect((await get(url)).body).toContain(`<a href="${urls.accessibility}">Accessibility</a>`)
  })

  it('a page rendered once for signed-out visitors is reused with a new nonce, unless its content differs', async () => {
    const headers = { 'accept-language': 'it', cookie: 'country_id=IT' }
    const [first, second] = [await get(urls.quiz, headers), await get(urls.quiz, headers)]
    const nonceOf = (body: string) => String(body.match(/nonce="([^"]+)"/)?.[1])
    expect(nonceOf(second.body)).not.toBe(nonceOf(first.body))
    expect(second.body.replaceAll(nonceOf(second.body), nonceOf(first.body))).toBe(first.body)

    const { client, user } = await newAccount(world, { nickname: 'Nobody else' })
    const own = await client.page(urls.quiz, headers)
    expect(readPageState(own.body).visitor.login.user_id).toBe(user.id)
    expect((await get(urls.quiz, headers)).body.replaceAll(/nonce="[^"]+"/g, '')).toBe(
      first.body.replaceAll(/nonce="[^"]+"/g, ''),
    )
    expect((await get(urls.quiz, { ...headers, 'accept-language': 'ko' })).body).toContain('<html lang="ko"')
  })

  it('each page has a new nonce on all scripts and styles', async () => {
    const [one, other] = [await get(urls.quiz), await get(urls.quiz)]
    const nonces = [...one.body.matchAll(/nonce="([^"]+)"/g)].map((match) => match[1])
    const policy = String(one.headers['content-security-policy'])
    expect(nonces.length).toBeGreaterThan(2)
    for (const nonce of nonces) expect(policy).toContain(`'nonce-${nonce}'`)
    expect(policy).not.toMatch(/unsafe|\*/)
    expect(other.headers['content-security-policy']).not.toBe(policy)
    expect(one.body.match(/<(script|style)(?![^>]*nonce)/g)).toBeNull()
    expect(one.body).not.toMatch(/ (style|on\w+)="/)
  })
})

describe('errors', () => {
  it('for a missing page, people get HTML and programs get JSON', async () => {
    const page = await get('/languageassessment/nothing')
    expect(page.statusCode).toBe(404)
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.body).toContain('We can’t find this page')
    for (const url of ['/v1/nothing', '/static/nothing.js', '/static/image/languageassessment/nothing.jpg']) {
      const reply = await get(url)
      expect([url, reply.statusCode, reply.json().error.code]).toEqual([url, 404, 'not_found'])
    }
    const post = await world.app.inject({ method: 'DELETE', url: urls.quiz })
    expect([post.statusCode, post.json().error.code]).toEqual([404, 'not_found'])
  })

  it.each([
    '/static/../package.json',
    '/static/..%2fpackage.json',
    '/static/%2e%2e/%2e%2e/etc/passwd',
    '/%00',
    '//evil.example',
    '/languageassessment/quiz/../../x',
  ])('the path %s finds nothing', async (url) => {
    const { statusCode, body } = await get(url)
    expect(statusCode).toBeGreaterThanOrEqual(400)
    expect(statusCode).toBeLessThan(500)
    expect(body).not.toContain('"dependencies"')
  })

  it('v5.0.0-16.5.1: a failing database results in the 500 page or reply, without revealing the cause', async () => {
    const broken = await startTestApp()
    await sql`alter table assessments drop column round cascade`.execute(broken.db)
    const client = new ApiClient(broken.app)
    const reply = await client.send('POST', urls.attempts, { language: 'english' })
    expect([reply.status, reply.body.error.code]).toEqual([500, 'internal_error'])
    expect(JSON.stringify(reply.body)).not.toMatch(/assessments_|relation|column/)
    await broken.db.schema.dropTable('assessments').cascade().execute()
    const page = await client.page(urls.quiz)
    expect(page.statusCode).toBe(500)
    expect(page.body).toContain('Something went wrong on our side')
    expect(page.body).not.toMatch(/relation|stack/)
    await broken.close()
  })
})

it('/openapi.json lists every route of the API, and /healthz answers', async () => {
  const { paths } = (await get(urls.openapi)).json()
  expect(Object.keys(paths).sort()).toMatchInlineSnapshot(`
    [
      "/readyz",
      "/v1/account",
      "/v1/assessments",
      "/v1/assessments/{id}",
      "/v1/assessments/{id}/answers/{position}",
      "/v1/assessments/{id}/items/{position}/flag",
      "/v1/assessments/{id}/picture.png",
      "/v1/assessments/{id}/review",
      "/v1/auth/codes",
      "/v1/auth/sessions",
      "/v1/auth/sessions/current",
      "/v1/community/posts",
      "/v1/consent",
      "/v1/events",
      "/v1/reports",
      "/v1/reports/{report_id}",
      "/v2/language_assessment/free_trial_event",
      "/v2/login",
      "/v2/me/foundation",
      "/v2/me/onboarding",
      "/v2/me/profile",
      "/v2/teachers",
      "/v2/user/onboardinginfo_v2",
      "/v2/user/{id}",
      "/v2/usermini/{creator_id}",
      "/v3/flash_card/card_sets_explore",
    ]
  `)
  expect((await get(urls.health)).json()).toEqual({ status: 'ok' })
})
