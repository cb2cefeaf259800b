import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LOCALES } from '#contract/locales.ts'
import { urls } from '#contract/urls.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { matchLocale } from './interface-language.ts'

describe('the language of a tag', () => {
  it.each(LOCALES)('%s is itself', (locale) => {
    expect(matchLocale(locale)).toBe(locale)
  })

  it.each([
    ['zh', 'zh-CN'],
    ['zh-Hans', 'zh-CN'],
    ['zh-SG', 'zh-CN'],
    ['zh-hant', 'zh-TW'],
    ['zh-HK', 'zh-TW'],
    ['zh-tw', 'zh-TW'],
    ['pt-BR', 'pt'],
    ['pt-PT', 'pt'],
    ['EN-gb', 'en'],
    ['es-419', 'es'],
    ['ar-EG', 'ar'],
  ])('%s is read in %s', (tag, locale) => {
    expect(matchLocale(tag)).toBe(locale)
  })

  it.each([
    '',
    'nl',
    'uk',
    'klingon',
    '"><img src=x>',
    '*',
    'e',
    'sr-Cyrl',
    'en_GB!',
    'x'.repeat(10_000),
    undefined,
    ['de'],
  ])('%s is not supported', (tag) => {
    expect(matchLocale(tag)).toBeUndefined()
  })
})

describe('the language of a page', () => {
  let world: TestApp
  beforeAll(async () => {
    world = await startTestApp()
  })
  afterAll(() => world.close())

  const open = (query: string, headers: Record<string, string> = {}) =>
    world.app.inject({ url: `${urls.landing}${query}`, headers })
  const langOf = async (query: string, headers?: Record<string, string>) =>
    (await open(query, headers)).body.match(/<html lang="([^"]+)" dir="(\w+)"/)?.slice(1)

  it('comes from hl, then the cookie, then the browser, then English', async () => {
    const headers = { cookie: 'hl=fr', 'accept-language': 'de' }
    expect(await langOf('?hl=ar', headers)).toEqual(['ar', 'rtl'])
    expect(await langOf('', headers)).toEqual(['fr', 'ltr'])
    expect(await langOf('', { 'accept-language': 'de' })).toEqual(['de', 'ltr'])
    expect(await langOf('')).toEqual(['en', 'ltr'])
  })

  it('ignores unsupported languages', async () => {
    const headers = { cookie: 'hl=klingon', 'accept-language': 'nl, uk;q=0.9, it;q=0.1' }
    expect(await langOf('?hl=nl', headers)).toEqual(['it', 'ltr'])
    expect(await langOf('?hl=de&hl=fr')).toEqual(['en', 'ltr'])
  })

  it.each([
    ['da, en-GB;q=0.8, ko;q=0.9', 'ko'],
    ['fr;q=0, ja;q=0.3', 'ja'],
    ['de;q=0.5,es;q=0.5', 'de'],
    ['*', 'en'],
    [';;;,,,q=1,de;q=abc,=', 'en'],
    [`${'x'.repeat(400)},it`, 'it'],
    [`${'zz;q=0.1,'.repeat(1500)}de`, 'en'],
    [`${'zz,'.repeat(19)}de`, 'de'],
    [`${'zz,'.repeat(20)}de`, 'en'],
  ])('Accept-Language %.30s results in %s', async (header, locale) => {
    expect((await langOf('', { 'accept-language': header }))?.[0]).toBe(locale)
  })

  it("is remembered if requested in the URL, so links needn't contain it", async () => {
    const kept = async (...args: Parameters<typeof open>) =>
      (await open(...args)).cookies.filter(({ name }) => name === 'hl')
    expect(await kept('?hl=pt-BR')).toMatchObject([{ value: 'pt', path: '/', sameSite: 'Lax', maxAge: 31536000 }])
    expect(await kept('?hl=pt', { cookie: 'hl=pt' })).toEqual([])
    expect(await kept('?hl=nl', { cookie: 'hl=pt' })).toEqual([])
    expect(await kept('', { 'accept-language': 'de' })).toEqual([])
  })

  it('is offered to search engines on the landing page and the quiz, for each tested language', async () => {
    const alternates = async (url: string) =>
      [...(await world.app.inject({ url })).body.matchAll(/rel="alternate" hreflang="([\w-]+)" href="([^"]+)"/g)].map(
        ([, locale, href]) => [locale, href],
      )
    const landing = await alternates(`${urls.landing}?hl=de&utm_source=x`)
    expect(landing).toHaveLength(LOCALES.length + 1)
    expect(landing).toContainEqual(['x-default', 'http://localhost/languageassessment'])
    expect(landing).toContainEqual(['zh-TW', 'http://localhost/languageassessment?hl=zh-TW'])
    expect(await alternates(urls.quizIn('german'))).toContainEqual([
      'ar',
      'http://localhost/languageassessment/quiz?language=german&amp;hl=ar',
    ])
    expect(await alternates(urls.quizIn('klingon'))).toContainEqual([
      'ar',
      'http://localhost/languageassessment/quiz?hl=ar',
    ])
    expect(await alternates(urls.account)).toEqual([])
  })

  it('can be chosen on the page, keeping its other query values', async () => {
    const { body } = await world.app.inject(`${urls.quizIn('german')}&hl=fr`)
    expect(body).toContain('href="?language=german&amp;hl=it" hrefLang="it" lang="it"')
    expect(body).toMatch(/hrefLang="fr" lang="fr" translate="no" aria-current="true"/)
    const { body: long } = await world.app.inject(`${urls.landing}?x=${'y'.repeat(5000)}`)
    expect(long).toContain('href="?hl=it"')
  })

  it('is a cache key for shared caches', async () => {
    expect((await open('')).headers.vary).toBe('Accept-Language, Cookie')
  })
})
