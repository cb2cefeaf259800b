import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BUILT_IN_LEGAL, type Legal } from '#contract/brand.ts'
import { urls } from '#contract/urls.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { formatPrice } from '#web/format.ts'
import { render } from '#web/render.tsx'
import { codeMail } from '../sign-in/mails.ts'
import { PALETTES, readPalettes } from './colors.ts'
import { readBrand } from './read-brand.ts'

const EXAMPLE = 'deploy/brand-example'

function folderWith(brand: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'language-quiz-brand-'))
  writeFileSync(join(folder, 'brand.json'), typeof brand === 'string' ? brand : JSON.stringify(brand))
  return folder
}

describe('a brand from the settings', () => {
  it('is the product’s own without a folder', () => {
    expect(readBrand('')).toBeUndefined()
  })

  it.each([
    ['invalid JSON', '{', /cannot be read/],
    ['a list', [], /the file must be an object/],
    [
      'a list of levels',
      `{"name":"A","names":[${'[],'.repeat(9)}${'['.repeat(9000)}${']'.repeat(9000)}]}`,
      /has more than 20 levels/,
    ],
    ['an invisible name', { name: '\u3164' }, /name must be a name/],
    ['a name that reverses the text after it', { name: 'A', names: { de: 'B\u202e' } }, /names\.de must be a name/],
    ['no name', { home: 'https://a.example' }, /name is missing; it must be a name/],
    ['an unknown language', { name: 'A', names: { xx: 'B' } }, /names\.xx is not a known field/],
    ['an unknown field', { name: 'A', colour: 'red' }, /^BRAND_DIR: .* has errors:\n {2}colour is not a known field$/],
    ['a javascript: URL as home', { name: 'A', home: 'javascript:alert(1)' }, /home must be an address/],
    ['a picture elsewhere', { name: 'A', logo: '../logo.svg' }, /logo must be the name of an SVG or PNG file/],
    ['a named color', { name: 'A', colors: { light: 'red' } }, /colors\.light must be a color such as #2c4bd8/],
    ['light colors only', { name: 'A', colors: { light: '#123456' } }, /colors\.dark is missing; it must be a color/],
    [
      'a pale accent, reporting both colors and their contrast',
      { name: 'A', colors: { light: '#e0a000', dark: '#e0a000' } },
      /colors\.light: #e0a000 on surface #ffffff is 2.28:1; WCAG AA asks for 4.5:1/,
    ],
    [
      'a font for a script with too many characters',
      { name: 'A', face: { japanese: 'a.woff2' } },
      /face\.japanese is not a known field/,
    ],
    ['a missing font file', { name: 'A', face: { latin: 'a.woff2' } }, /face\.latin: there is no file a.woff2/],
    ['an unknown legal field', { name: 'A', legal: { age: 16 } }, /legal\.age is not a known field/],
    ['a minimum age in words', { name: 'A', legal: { minimumAge: 'x' } }, /legal\.minimumAge must be a whole number/],
    ['a controller without a contact', { name: 'A', legal: { controller: 'B' } }, /controller and contact together/],
    ['no currency', { name: 'A', currency: { code: 'EURO' } }, /currency\.code must be/],
    ['a missing picture', { name: 'A', logo: 'logo.png' }, /logo: there is no file logo.png/],
  ])('refuses %s', (_, brand, message) => {
    expect(() => readBrand(folderWith(brand))).toThrow(message)
  })

  it.each([
    [
      'teacher',
      'https://a.example/{teacherid}',
      /links\.teacher: there is no placeholder {teacherid}; there are {teacherId}, {language}, {locale}/,
    ],
    ['teachers', 'https://a.example/{language', /links\.teachers: there is no placeholder {language;/],
    ['vocabularySet', '/sets/{vocabularySetId}', /links\.vocabularySet must be an address/],
    ['community', true, /links\.community must be/],
    ['campaign', '?utm_source=quiz', /links\.campaign must be parameters such as/],
    ['languages', { klingon: 'tlh' }, /links\.languages\.klingon is not a known field/],
  ])('rejects invalid links: %s', (field, value, message) => {
    expect(() => readBrand(folderWith({ name: 'A', links: { [field]: value } }))).toThrow(message)
  })

  it('reports all errors together', () => {
    const error = () => readBrand(folderWith({ name: '', home: 'x', logo: 'y' }))
    for (const field of ['name', 'home', 'logo']) expect(error).toThrow(`  ${field} must be`)
  })

  it("rejects a typeface file that's too large or isn't a font", () => {
    const folder = folderWith({ name: 'A', face: { latin: 'large.woff2', cyrillic: 'text.woff2' } })
    writeFileSync(join(folder, 'large.woff2'), `wOF2${'.'.repeat(30_000)}`)
    writeFileSync(join(folder, 'text.woff2'), 'text')
    for (const error of [
      /latin: large.woff2 has 30004 bytes; make it at most 30000/,
      /cyrillic: text.woff2 is no WOFF2/,
    ])
      expect(() => readBrand(folder)).toThrow(error)
  })

  it('reads the product’s own colors in any formatting, and fails if one is missing', () => {
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

  it('signs and colors emails', () => {
    const { html, text, attachments } = codeMail('de', '123456', readBrand(EXAMPLE))
    expect(text).toContain('bei „Sprachhafen“ anmeldest')
    expect(text).toContain('-- \nSprachhafen\nprivacy@example.com')
    expect(html).toContain('privacy@example.com')
    expect(attachments).toMatchObject([{ cid: 'logo@brand' }])
    expect(html).toMatch(/<body class="paper" style="background:#[0-9a-f]{6};/)
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
    return render(name, context as never, { hasOwnAccounts, legal, choice } as never)
  }

  it('never link to an account page or codes that a linked marketplace lacks', async () => {
    for (const name of ['terms', 'privacy'] as const) {
      expect(await show(name, true)).toContain('your account page')
      expect(await show(name, false)).not.toMatch(/account page|A code|Codes|30 days/)
    }
    expect(await show('terms', false)).toContain('You must be at least 16 years old')
  })

  it('are replaced by the operator’s own, except for the privacy choice', async () => {
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
        /<a class="[^"]+" href="https:\/\/www\.example\.com\/" aria-label="Sprachhafen"><img [^>]*src="\/static\/brand\/logo\.png"/.test(
          body,
        ),
      icon: body.includes('<link rel="icon" href="/static/brand/logo.png">'),
      ours: body.includes('Sprachniveau-Test'),
    }
    expect(marks).toEqual({ title: true, meta: true, header: true, icon: true, ours: false })
  })

  it('include its colors and its preloaded font, allowed by the policy', async () => {
    const { body, headers } = await world.app.inject({ url: urls.landing, headers: { 'accept-language': 'ru' } })
    const [, nonce, styles = ''] = /<style nonce="(\w+)">(.*?)<\/style>/s.exec(body) ?? []
    expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
    expect(styles.indexOf('--accent:#08606f')).toBeGreaterThan(styles.indexOf('--accent: #2c4bd8'))
    expect(styles).toMatch(/dark\)\{:root\{[^}]*--accent:#72d3e2/)
    expect(styles).not.toContain('Geologica;')
    const face = '/static/brand/podkova-cyrillic.woff2'
    expect(body).toContain(`<link rel="preload" as="font" type="font/woff2" href="${face}" crossorigin>`)
    expect((await world.app.inject(face)).headers['content-type']).toBe('font/woff2')
  })

  it('include the responsible party, minimum age, and law', async () => {
    const { body } = await world.app.inject({ url: urls.terms, headers: { 'accept-language': 'de' } })
    for (const filled of ['1 Quay Street', 'privacy@example.com', 'mindestens 18 Jahre', 'dieses Landes: Deutschland'])
      expect(body).toContain(filled)
    const { body: wall } = await world.app.inject(urls.quiz)
    expect(wall).toContain('"minimumAge":18')
    expect(wall).toContain('"currency":{"code":"EUR","place":"before"}')
  })

  it('serve its pictures and its own manifest', async () => {
    const logo = await world.app.inject('/static/brand/logo.png')
    expect([logo.statusCode, logo.headers['content-type']]).toEqual([200, 'image/png'])
    expect(logo.headers['content-security-policy']).toContain("default-src 'none'")
    const manifest = await world.app.inject('/static/icons/site.webmanifest')
    expect(manifest.json().name).toBe('Lingua Harbor')
    expect(manifest.json().icons[0].src).toBe('/static/brand/logo.png')
    expect((await world.app.inject('/static/brand/brand.json')).statusCode).toBe(404)
  })
})
