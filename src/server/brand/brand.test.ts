import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BUILT_IN_LEGAL, type Legal } from '#contract/brand.ts'
import { urls } from '#contract/urls.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { formatPrice } from '#web/format.ts'
import { render } from '#web/render.tsx'
import { codeMail } from '../sign-in/mails.ts'
import { contrastFaults, PALETTES, readPalettes } from './colors.ts'
import { readBrand } from './read-brand.ts'

const EXAMPLE = 'deploy/brand-example'

function folderWith(brand: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'language-quiz-brand-'))
  writeFileSync(join(folder, 'brand.json'), typeof brand === 'string' ? brand : JSON.stringify(brand))
  return folder
}

describe('a brand by settings', () => {
  it('is the product’s own without a folder', async () => {
    expect(await readBrand('')).toBeUndefined()
  })

  it.each([
    ['no JSON', '{', /cannot be read/],
    ['a list', [], /all of it: must be an object with name, names/],
    [
      'a list of levels',
      `{"name":"A","names":[${'[],'.repeat(9)}${'['.repeat(9000)}${']'.repeat(9000)}]}`,
      /has more than 20 levels/,
    ],
    ['a name that nobody sees', { name: '\u3164' }, /name: must be a name/],
    ['a name that turns what follows', { name: 'A', names: { de: 'B\u202e' } }, /names\/de: must be a name/],
    ['no name', { home: 'https://a.example' }, /name: must be a name/],
    ['an unknown language', { name: 'A', names: { xx: 'B' } }, /names\/xx: there is no such field; there are en, es/],
    ['an unknown field', { name: 'A', colour: 'red' }, /colour: there is no such field; there are name, names, home/],
    ['a script as home', { name: 'A', home: 'javascript:alert(1)' }, /home: must be an address/],
    ['a picture elsewhere', { name: 'A', mark: '../mark.svg' }, /mark: must be the name of an SVG or PNG file/],
    [
      'a color by name',
      { name: 'A', colors: { light: { accent: 'red' } } },
      /colors\/light\/accent: must be a color such as #2c4bd8/,
    ],
    [
      'light colors alone',
      { name: 'A', colors: { light: { accent: '#123456' } } },
      /colors\/dark: must be colors, the accent/,
    ],
    [
      'a pale accent, with both colors and the figure',
      { name: 'A', colors: { light: { accent: '#e0a000' }, dark: { accent: '#e0a000' } } },
      /colors\/light: accent #e0a000 on surface #ffffff is 2.28:1; WCAG AA asks for 4.5:1/,
    ],
    [
      'a face for a script with too many signs',
      { name: 'A', face: { japanese: 'a.woff2' } },
      /face\/japanese: there is no such field; there are latin/,
    ],
    ['a missing face', { name: 'A', face: { latin: 'a.woff2' } }, /face\/latin: there is no file a.woff2/],
    [
      'a missing icon of a provider',
      { name: 'A', signInIcons: { line: 'line.svg' } },
      /signInIcons\/line: there is no file line.svg/,
    ],
    [
      'an unknown legal field',
      { name: 'A', legal: { age: 16 } },
      /legal\/age: there is no such field; there are terms/,
    ],
    ['a minimum age in words', { name: 'A', legal: { minimumAge: 'x' } }, /legal\/minimumAge: must be a whole number/],
    [
      'a controller whom nobody can reach',
      { name: 'A', legal: { controller: 'B' } },
      /controller and contact together/,
    ],
    ['no currency', { name: 'A', currency: { code: 'EURO' } }, /currency\/code: must be a currency in three letters/],
    ['a missing picture', { name: 'A', icon: 'icon.png' }, /icon: there is no file icon.png/],
  ])('refuses %s', async (_, brand, message) => {
    await expect(readBrand(folderWith(brand))).rejects.toThrow(message)
  })

  it.each([
    [
      'teacher',
      'https://a.example/{teacherid}',
      /links\/teacher: there is no placeholder {teacherid}; there are {teacherId}, {language}, {locale}/,
    ],
    ['teachers', 'https://a.example/{language', /links\/teachers: there is no placeholder {language;/],
    ['vocabularySet', '/sets/{vocabularySetId}', /links\/vocabularySet: must be an address/],
    ['community', true, /links\/community: must be an address .*; or false for none/],
    ['campaign', '?utm_source=quiz', /links\/campaign: must be parameters such as/],
    ['languages', { klingon: 'tlh' }, /links\/languages\/klingon: there is no such field/],
  ])('refuses a link that nothing could fill: %s', async (field, value, message) => {
    await expect(readBrand(folderWith({ name: 'A', links: { [field]: value } }))).rejects.toThrow(message)
  })

  it('names every fault at once', async () => {
    const fault = () => readBrand(folderWith({ name: '', home: 'x', mark: 'y' }))
    for (const field of ['name', 'home', 'mark']) await expect(fault()).rejects.toThrow(`  ${field}: must be`)
  })

  it('refuses a face that is too large or no font', async () => {
    const folder = folderWith({ name: 'A', face: { latin: 'large.woff2', cyrillic: 'text.woff2' } })
    writeFileSync(join(folder, 'large.woff2'), `wOF2${'.'.repeat(30_000)}`)
    writeFileSync(join(folder, 'text.woff2'), 'text')
    for (const fault of [
      /latin: large.woff2 has 30004 bytes; make it at most 30000/,
      /cyrillic: text.woff2 is no WOFF2/,
    ])
      await expect(readBrand(folder)).rejects.toThrow(fault)
  })

  it('refuses share pictures on which white text cannot be read, or of another size', async () => {
    const folder = folderWith({ name: 'A', picture: { background: '#f0a000', link: 'a.png', story: 'b.png' } })
    const halfWhite = (width: number, height: number) => {
      const canvas = createCanvas(width, height)
      const context = canvas.getContext('2d')
      context.fillStyle = '#ffffff'
      context.fillRect(0, 0, width, 300)
      context.fillStyle = '#000000'
      context.fillRect(0, 300, width, height)
      return canvas.toBuffer('image/png')
    }
    writeFileSync(join(folder, 'a.png'), halfWhite(1200, 630))
    writeFileSync(join(folder, 'b.png'), halfWhite(108, 192))
    const refused = expect(readBrand(folder)).rejects
    await refused.toThrow('picture/background: white on #f0a000 is 2.15:1')
    await refused.toThrow('picture/link: 48 % of it is too light')
    await refused.toThrow('picture/story: is 108 by 192; make it 1080 by 1920')
  })

  it('takes its own page for mails, and names unknown placeholders', async () => {
    const folder = folderWith({ name: 'A', mails: { page: 'mail.html' } })
    const write = (page: string) => writeFileSync(join(folder, 'mail.html'), page)
    write('<p dir="{{direction}}">{{ content }} {{nickname}}</p>')
    await expect(readBrand(folder)).rejects.toThrow(
      /mails\/page: there is no placeholder {{nickname}}; there are content/,
    )
    write('<p>Hello</p>')
    await expect(readBrand(folder)).rejects.toThrow(/mails\/page: must hold {{content}}/)
    write('<div dir="{{direction}}">{{ content }}</div>')
    expect(codeMail('ar', '123456', await readBrand(folder)).html).toMatch(/^<div dir="rtl"><p class="ink"/)
  })

  it.each(['light', 'dark'] as const)('asks for no more contrast than the product’s own colors have: %s', (theme) => {
    expect(contrastFaults(theme, PALETTES[theme])).toEqual([])
  })

  it('reads the product’s own colors however a formatter writes the styles, and misses none in silence', () => {
    const css = readFileSync('src/web/ui/base.css', 'utf8')
    expect(PALETTES.light.accent).toBe('#2c4bd8')
    expect(PALETTES.dark.accent).toBe('#8ea2ff')
    const dense = css.replace(/\s+/g, ' ').replace(/ ?([{}:;]) ?/g, '$1')
    expect(dense).toContain(':root{')
    expect(readPalettes(dense)).toEqual(PALETTES)
    expect(readPalettes(css.replace(/#[\da-f]{6}/g, (color) => color.toUpperCase()))).toEqual(PALETTES)
    expect(() => readPalettes(css.replace('--ink: #1d2233', '--ink: navy'))).toThrow(
      'the light theme has no color --ink',
    )
    expect(() => readPalettes(css.slice(0, css.indexOf('@media (prefers-color')))).toThrow(
      'the dark theme has no color',
    )
    expect(() => readPalettes('')).toThrow('the light theme has no color --accent')
  })

  it('signs mails and colors them', async () => {
    const { html, text } = codeMail('de', '123456', await readBrand(EXAMPLE))
    expect(text).toContain('bei „Sprachhafen“ anmeldest')
    expect(text).toContain('-- \nSprachhafen\nLingua Harbor Ltd')
    expect(html).toContain('Lingua Harbor Ltd')
    expect(html).toMatch(/<body class="paper" style="background:#f1f7f8;/)
    expect(html).toContain('.solid{background:#72d3e2!important;}')
  })
})

it.each([
  ['en', { code: 'USD' }, 1250, '$12.50'],
  ['de', { code: 'USD' }, 1250, '12,50 $'],
  ['en', { code: 'JPY' }, 1250, '¥1,250'],
  ['de', { code: 'EUR', place: 'before' }, 1250, '€12,50'],
  ['en', { code: 'EUR', place: 'after' }, 123_450, '1,234.50 €'],
  ['en', { code: 'CHF', place: 'before' }, 1250, 'CHF 12.50'],
] as const)('prices in %s and %o: %d is %s', (locale, currency, amount, price) => {
  expect(formatPrice(amount, locale, currency).replaceAll('\u00a0', ' ')).toBe(price)
})

describe('built-in legal pages', () => {
  const show = async (name: 'terms' | 'privacy', hasOwnAccounts: boolean, legal: Legal = BUILT_IN_LEGAL) => {
    const page = { locale: 'en', nonce: '', address: '/', catalogs: {}, scriptAddresses: () => ({}) }
    const context = { ...page, paper: { light: '', dark: '' } }
    const choice = { consent: 'allowed', hasSignal: false }
    return String((await render(name, context as never, { hasOwnAccounts, legal, choice } as never)).html)
  }

  it('send nobody beside a marketplace to an account page or codes that are not there', async () => {
    for (const name of ['terms', 'privacy'] as const) {
      expect(await show(name, true)).toContain('your account page')
      expect(await show(name, false)).not.toMatch(/account page|A code|Codes|30 days/)
    }
    expect(await show('terms', false)).toContain('You must be at least 16 years old')
  })

  it('give way to own ones, but for the choice about privacy', async () => {
    const page = await show('privacy', true, { minimumAge: 16, privacy: 'https://a.example/privacy' })
    expect(page).toContain('<a class="link" href="https://a.example/privacy">Privacy notice</a>')
    expect(page).toContain('Your choice')
    expect(page).not.toContain('Without an account')
  })
})

describe('pages of a brand', () => {
  let world: TestApp
  beforeAll(async () => {
    world = await startTestApp({ BRAND_DIR: EXAMPLE })
  })
  afterAll(() => world.close())

  it('carry its name, mark, icon and home, in the reader’s language', async () => {
    const { body } = await world.app.inject({ url: urls.quiz, headers: { 'accept-language': 'de' } })
    const marks = {
      title: body.includes('· Sprachhafen</title>'),
      meta: body.includes('<meta name="application-name" content="Sprachhafen">'),
      header:
        /<a class="[^"]+" href="https:\/\/www\.example\.com\/" aria-label="Sprachhafen"><img [^>]*src="\/static\/brand\/mark\.svg"/.test(
          body,
        ),
      icon: body.includes('<link rel="icon" href="/static/brand/mark.svg">'),
      ours: body.includes('Sprachniveau-Test'),
    }
    expect(marks).toEqual({ title: true, meta: true, header: true, icon: true, ours: false })
  })

  it('carry its colors and its face, preloaded, where the policy allows them', async () => {
    const { body, headers } = await world.app.inject({ url: urls.landing, headers: { 'accept-language': 'ru' } })
    const [, nonce, styles = ''] = /<style nonce="(\w+)">(.*?)<\/style>/s.exec(body) ?? []
    expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
    expect(styles.indexOf('--accent:#08606f')).toBeGreaterThan(styles.indexOf('--accent: #2c4bd8'))
    expect(styles).toMatch(/dark\)\{:root\{[^}]*--accent:#72d3e2/)
    expect(styles).not.toContain('Geologica;')
    expect(body).toContain('<meta name="theme-color" content="#0a191f" media="(prefers-color-scheme: dark)">')
    const face = '/static/brand/podkova-cyrillic.woff2'
    expect(body).toContain(`<link rel="preload" as="font" type="font/woff2" href="${face}" crossorigin>`)
    expect((await world.app.inject(face)).headers['content-type']).toBe('font/woff2')
  })

  it('say who is responsible, from what age and under which law', async () => {
    const { body } = await world.app.inject({ url: urls.terms, headers: { 'accept-language': 'de' } })
    for (const filled of ['1 Quay Street', 'privacy@example.com', 'mindestens 18 Jahre', 'dieses Landes: Deutschland'])
      expect(body).toContain(filled)
    const { body: wall } = await world.app.inject(urls.quiz)
    expect(wall).toContain('"minimumAge":18')
    expect(wall).toContain('"currency":{"code":"EUR","place":"before"}')
  })

  it('serve its pictures and a manifest of its own', async () => {
    const mark = await world.app.inject('/static/brand/mark.svg')
    expect([mark.statusCode, mark.headers['content-type']]).toEqual([200, 'image/svg+xml'])
    expect(mark.headers['content-security-policy']).toContain("default-src 'none'")
    const manifest = await world.app.inject('/static/icons/site.webmanifest')
    expect(manifest.json().name).toBe('Lingua Harbor')
    expect(manifest.json().icons[0].src).toBe('../brand/mark.svg')
    expect((await world.app.inject('/static/icons/icon-512.png')).rawPayload.subarray(1, 4).toString()).toBe('PNG')
    expect((await world.app.inject('/static/icons/icon.svg')).body).toBe(mark.body)
    const { body: script, headers } = await world.app.inject('/static/embed.js')
    expect(script).toContain('label = "Lingua Harbor"')
    expect(script).toContain('background:#08606f;color:#ffffff')
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
    expect((await world.app.inject('/static/brand/brand.json')).statusCode).toBe(404)
  })
})
