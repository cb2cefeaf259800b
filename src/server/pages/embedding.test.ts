import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { readSettings } from '#settings/read.ts'

const FRAMED = 'frame-ancestors https://school.example http://localhost:8080'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp({ EMBED_ORIGINS: 'https://school.example,http://localhost:8080', CONSENT: 'ask' })
})
afterAll(() => world.close())

describe('the quiz for frames', () => {
  it('may be framed only by the listed origins; other pages may not be framed', async () => {
    const { headers, body } = await world.app.inject(`${urls.embedded}?language=french`)
    expect(headers['content-security-policy']).toContain(FRAMED)
    expect(headers['content-security-policy']).not.toContain("'none'; frame")
    expect(headers).not.toHaveProperty('x-frame-options')
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
    expect(body).toContain('Your French test')
    for (const url of [urls.landing, urls.quiz, urls.terms, '/nothing']) {
      const other = await world.app.inject(url)
      expect(other.headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(other.headers['x-frame-options']).toBe('DENY')
    }
  })

  it('sets only a partitioned cookie', async () => {
    const { cookies } = await world.app.inject(urls.embedded)
    expect(cookies).toMatchObject([
      { name: 'embedded_visitor', sameSite: 'None', secure: true, httpOnly: true, path: '/' },
    ])
    const { headers } = await world.app.inject(urls.embedded)
    expect(String(headers['set-cookie'])).toContain('Partitioned')
    const known = await world.app.inject({ url: urls.embedded, headers: { cookie: `visitor=${'a'.repeat(43)}` } })
    expect(known.cookies).toEqual([])
  })

  it("never asks for consent, which it couldn't store", async () => {
    const { body } = await world.app.inject(urls.embedded)
    expect(body).toContain('data-consent="declined"')
  })

  it("doesn't exist if no origin is listed", async () => {
    const alone = await startTestApp()
    expect((await alone.app.inject(urls.embedded)).statusCode).toBe(404)
    await alone.close()
  })

  it.each(['https://school.example/', 'http://school.example', '*', 'https://*.example', 'https://a.example b'])(
    'refuses to start with the origin %s',
    (origin) => {
      expect(() => readSettings({ EMBED_ORIGINS: origin })).toThrow('EMBED_ORIGINS')
    },
  )

  it('the script for other sites stays small', () => {
    expect(readFileSync('public/embed.js').length).toBeLessThan(2560)
  })
})
