import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountData } from '#contract/account.ts'
import { LOCALES } from '#contract/locales.ts'
import type { SharedReport } from '#contract/reports.ts'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import { startLimitedApp, startTestApp, type TestApp } from '#harness/test-app.ts'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp({ PUBLIC_URL: 'https://quiz.example' })
  // Ids that can't occur in a page by chance.
  await sql`alter table users alter column id restart with 987654321`.execute(world.db)
})
afterAll(() => world.close())

const get = (url: string) => world.app.inject({ url })

async function shared(nickname: string, at = world, hl = 'en') {
  const { client, user } = await newAccount(at, { nickname, avatar_file_name: 'amara' })
  client.setCookie('hl', hl)
  const attempt = await client.play('french', () => true)
  const { report_id } = (await client.send<SharedReport>('POST', urls.reports, { assessment_id: attempt.id })).body.data
  return { client, user, attempt, id: report_id }
}

/** The contents of the meta tags by name or property. */
function metaOf(html: string): Record<string, string> {
  const tags = html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)
  return Object.fromEntries([...tags].map(([, name = '', content = '']) => [name, content]))
}

describe('the page of a public report', () => {
  it('shows everyone the nickname, avatar, language, level, percentage, and date, and invites them to take the test', async () => {
    const { id, attempt } = await shared('Lena')
    const { statusCode, headers, body } = await get(urls.report(id))
    expect([statusCode, headers['cache-control'], headers['x-robots-tag']]).toEqual([
      200,
      'private, no-cache',
      'noindex',
    ])
    expect(body).toContain('<h1>Lena’s French level is C2</h1>')
    expect(body).toContain(`Scored higher than ${attempt.result?.than}%`)
    expect(body).toContain('src="/static/avatars/amara.svg"')
    expect(body).toContain(`<time dateTime="${new Date().toISOString().slice(0, 10)}">Tested on `)
    expect(body).toContain('*This is only an estimate')
    expect(body).toContain(`href="${urls.quizIn('french')}"`)
  })

  it('contains nothing else about the person or the test', async () => {
    const { id, user, attempt } = await shared('Lena')
    await world.db.insertInto('emails').values({ email: 'lena@example.test', user_id: user.id }).execute()
    const { body } = await get(urls.report(id))
    for (const secret of [attempt.id, attempt.flow_id, String(user.id), 'lena@example.test', 'id="state"'])
      expect(body).not.toContain(secret)
  })

  it("has link preview tags with absolute URLs, and isn't indexed", async () => {
    const { id } = await shared('Lena "Löwe" <b>')
    const { body } = await get(`${urls.report(id)}?hl=xx`)
    const address = `https://quiz.example${urls.report(id)}`
    const title = 'Lena &quot;Löwe&quot; &lt;b&gt;’s French level is C2'
    expect(metaOf(body)).toMatchObject({
      robots: 'noindex',
      'og:type': 'website',
      'og:site_name': 'Language Assessment',
      'og:title': title,
      'og:description': expect.stringMatching(/^Scored higher than 9\d% in the free French test/),
      'og:url': address,
      'og:image': `https://quiz.example${urls.reportPicture(id)}?hl=en`,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': title,
      'twitter:card': 'summary_large_image',
      'twitter:title': title,
    })
    expect(body).toContain(`<link rel="canonical" href="${address}">`)
    expect(body).not.toContain('<b>')
    expect((await get(urls.landing)).body).not.toMatch(/og:|noindex/)
  })

  it('shows the current nickname, isolated if written in the other direction', async () => {
    const { client, id } = await shared('Lena')
    await client.send('PATCH', urls.accountData, { nickname: 'ليلى' })
    expect((await get(urls.report(id))).body).toContain('<h1>\u2068ليلى\u2069’s French level is C2</h1>')
  })

  it.each(['a'.repeat(22), 'short', `${'a'.repeat(22)}%00`, "'; drop table reports; --", `${'a'.repeat(21)}%C3%BC`])(
    "isn't found for the id %s",
    async (id) => {
      const { statusCode, headers, body } = await get(urls.report(id))
      expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store'])
      expect(body).toContain('We can’t find this page')
    },
  )

  it("an invalid id isn't looked up", async () => {
    const broken = await startTestApp()
    await broken.db.schema.dropTable('reports').cascade().execute()
    const status = async (id: string) => (await broken.app.inject(urls.report(id))).statusCode
    expect([await status('a'.repeat(21)), await status('a'.repeat(22))]).toEqual([404, 500])
    await broken.close()
  })
})

describe('the picture of a public report', () => {
  const picture = (id: string, headers = {}) => world.app.inject({ url: urls.reportPicture(id), headers })

  it('is a PNG of 1200 x 630 that other sites may embed, and changes with the name', async () => {
    const { client, id } = await shared('Lena')
    const first = await picture(id)
    expect(first.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex',
      'cross-origin-resource-policy': 'cross-origin',
    })
    const { format, width, height } = await sharp(first.rawPayload).metadata()
    expect([format, width, height]).toEqual(['png', 1200, 630])
    await client.send('PATCH', urls.accountData, { nickname: '김민준' })
    const renamed = await picture(id)
    expect(renamed.headers.etag).not.toBe(first.headers.etag)
    expect(renamed.rawPayload.equals(first.rawPayload)).toBe(false)
  })

  it('is shown only to the owner before anything is public, and stays the same afterwards', async () => {
    const { client } = await newAccount(world, { nickname: 'Lena' })
    const attempt = await client.play('french', () => true)
    const own = urls.attemptPicture(attempt.id)
    const before = await client.page(own)
    expect([before.statusCode, before.headers['content-type'], before.headers['cache-control']]).toEqual([
      200,
      'image/png',
      'private, no-cache',
    ])
    const stored = await client.send<AccountData>('GET', urls.accountData)
    expect(stored.body.data.assessments[0]?.report).toBeNull()
    const { body } = await client.send<SharedReport>('POST', urls.reports, { assessment_id: attempt.id })
    expect((await picture(body.data.report_id)).headers.etag).toBe(before.headers.etag)

    const stranger = (await newAccount(world)).client
    const open = await client.start('german')
    expect((await get(own)).statusCode).toBe(401)
    expect((await stranger.page(own)).statusCode).toBe(404)
    expect((await client.page(urls.attemptPicture(open.id))).statusCode).toBe(404)
  })

  it("isn't resent to a client that has it", async () => {
    const { id } = await shared('Lena')
    const { etag } = (await picture(id)).headers
    const again = await picture(id, { 'if-none-match': etag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await picture(id, { 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  it('disappears with the report, drawn or not', async () => {
    const { client, id } = await shared('Lena')
    const { etag } = (await picture(id)).headers
    await client.send('DELETE', urls.sharedReport(id))
    expect((await picture(id, { 'if-none-match': etag })).statusCode).toBe(404)
    expect((await picture('short')).statusCode).toBe(404)
  })

  it('is limited by account and network per hour, even if its URL varies', async () => {
    const limited = await startLimitedApp({ pictures: 3 })
    const [anna, berta] = [await shared('Anna', limited), await shared('Berta', limited)]
    const statusOf = async (id: string, hl: string, remoteAddress: string, encode = (path: string) => path) =>
      (await limited.app.inject({ url: `${encode(urls.reportPicture(id))}?hl=${hl}`, remoteAddress })).statusCode
    const encoded = (path: string) => path.replace('/report/', '/%72eport/')
    const [one, other] = ['192.0.2.1', '192.0.2.2']
    const drawn = [await statusOf(anna.id, 'en', one), await statusOf(anna.id, 'de', one, encoded)]
    const third = await statusOf(berta.id, 'en', one)
    const ofNetwork = [await statusOf(berta.id, 'fr', one), await statusOf(berta.id, 'fr', one, encoded)]
    const cached = [await statusOf(anna.id, 'en', one), await statusOf(anna.id, 'de', other, encoded)]
    const ofAccount = [await statusOf(anna.id, 'ja', other), await statusOf(anna.id, 'ko', other)]
    const beyond = await statusOf(anna.id, 'ru', other)
    await limited.close()
    expect([...drawn, third]).toEqual([200, 200, 200])
    expect(ofNetwork).toEqual([429, 429])
    expect(cached).toEqual([200, 200])
    expect([...ofAccount, beyond]).toEqual([200, 200, 429])
  })

  it("can't be used up by strangers for previews, which are in the default language or the sharer’s", async () => {
    const limited = await startLimitedApp({ pictures: 2 })
    const [anna, berta] = [await shared('Anna', limited, 'de'), await shared('Berta', limited, 'de')]
    await limited.db.updateTable('assessments').set({ user_id: anna.user.id }).execute()
    let host = 0
    const statusOf = async (id: string, hl: string) =>
      (await limited.app.inject({ url: `${urls.reportPicture(id)}?hl=${hl}`, remoteAddress: `192.0.2.${++host}` }))
        .statusCode
    const byStrangers: number[] = []
    for (const hl of LOCALES) byStrangers.push(await statusOf(anna.id, hl))
    const previews = [await statusOf(berta.id, 'en'), await statusOf(berta.id, 'de')]
    await limited.close()
    expect(byStrangers.filter((status) => status === 429)).toHaveLength(LOCALES.length - 4)
    expect(previews).toEqual([200, 200])
  })
})
