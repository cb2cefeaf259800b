import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LOCALES } from '#contract/locales.ts'
import { urls } from '#contract/urls.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { LANGUAGES } from '#quiz/languages.ts'

const BASE = 'https://quiz.example'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp({ PUBLIC_URL: BASE })
})
afterAll(() => world.close())

const read = async (url: string) => (await world.app.inject(url)).body
const factsOf = (html: string) => JSON.parse(html.match(/ld\+json"[^>]*>([^<]*)</)?.[1] ?? 'null')
const meta = (html: string) => [
  html.match(/<title>([^<]*)</)?.[1],
  html.match(/name="description" content="([^"]*)"/)?.[1],
]

describe('for search engines', () => {
  it('each tested language has its own title and description', async () => {
    const pages = await Promise.all([urls.quiz, ...LANGUAGES.map(urls.quizIn)].map(read))
    expect(new Set(pages.map((page) => meta(page)[0])).size).toBe(LANGUAGES.length + 1)
    expect(new Set(pages.map((page) => meta(page)[1])).size).toBe(LANGUAGES.length + 1)
    const [title, description] = meta(await read(urls.quizIn('korean')))
    expect(title).toBe('Your Korean test · Language Assessment')
    expect(description).toContain('free Korean test')
  })

  it.each([
    [urls.landing, urls.landing],
    [`${urls.landing}?utm_source=x`, urls.landing],
    [`${urls.quizIn('french')}&level=B1&sign_in=failed`, urls.quizIn('french')],
    [`${urls.quizIn('french')}&hl=de`, `${urls.quizIn('french')}&amp;hl=de`],
    [`${urls.quizIn('french')}&hl=tlh`, urls.quizIn('french')],
    [urls.quizIn('klingon'), urls.quiz],
  ])('%s has the canonical address %s', async (url, canonical) => {
    expect(await read(url)).toContain(`<link rel="canonical" href="${BASE}${canonical}">`)
  })

  it('structured data describes the pages', async () => {
    expect(factsOf(await read(urls.landing))).toMatchObject({
      '@type': 'WebApplication',
      url: `${BASE}${urls.landing}`,
    })
    expect(factsOf(await read(`${urls.quizIn('japanese')}&hl=en`))).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Quiz',
      url: `${BASE}${urls.quizIn('japanese')}&hl=en`,
      about: { '@type': 'Language', name: 'Japanese', alternateName: 'ja' },
      isAccessibleForFree: true,
    })
    expect(factsOf(await read(urls.quiz))).toBeNull()
  })

  it('the sitemap has every page in every interface language, and robots.txt names it', async () => {
    const { body, headers } = await world.app.inject(urls.sitemap)
    expect(headers['content-type']).toBe('application/xml; charset=utf-8')
    const pages = LANGUAGES.length + 2
    expect(body.match(/<loc>/g)).toHaveLength(pages * (LOCALES.length + 1))
    expect(body).toContain(`<loc>${BASE}${urls.quizIn('italian')}&amp;hl=zh-TW</loc>`)
    expect(body).not.toMatch(/&(?!amp;)/)
    const robots = await read(urls.robots)
    expect(robots).toContain(`Sitemap: ${BASE}${urls.sitemap}`)
    expect(robots).toContain('Disallow: /account\n')
    expect(robots).not.toContain('Disallow: /languageassessment')
  })

  it.each([
    ['on the same host', { WEB_BASE_URL: `${BASE}/market` }, 404],
    ['on a separate host', { WEB_BASE_URL: 'https://market.example' }, 200],
  ])('with a linked marketplace %s, robots.txt is the host’s', async (_, settings, status) => {
    const external = await startTestApp({
      PUBLIC_URL: BASE,
      MARKETPLACE_API_URL: 'http://127.0.0.1:9',
      MARKETPLACE_SESSION_COOKIE: 'market',
      MARKETPLACE_SIGNIN_URL: 'https://market.example/sign-in',
      ...settings,
    })
    expect((await external.app.inject(urls.robots)).statusCode).toBe(status)
    expect((await external.app.inject(urls.sitemap)).statusCode).toBe(200)
    await external.close()
  })
})

describe('a shared cache', () => {
  it.each([urls.sitemap, urls.robots])(
    'may store %s only if the origin comes from the settings, not the request',
    async (url) => {
      const cacheOf = async ({ app }: TestApp) => (await app.inject(url)).headers['cache-control']
      expect(await cacheOf(world)).toBe('public, max-age=3600')
      const unnamed = await startTestApp({ PUBLIC_URL: '' })
      try {
        const { body, headers } = await unnamed.app.inject({ url, headers: { host: 'other.example' } })
        expect(body).toContain('http://other.example/')
        expect(headers['cache-control']).toBe('private, no-cache')
      } finally {
        await unnamed.close()
      }
    },
  )
})
