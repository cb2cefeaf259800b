import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { codeMail } from '../auth/mails.ts'
import { contrastFaults, PALETTES } from './colors.ts'
import { readBrand } from './read-brand.ts'

const EXAMPLE = 'deploy/brand-example'

function folderWith(brand: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'language-quiz-brand-'))
  writeFileSync(join(folder, 'brand.json'), typeof brand === 'string' ? brand : JSON.stringify(brand))
  return folder
}

describe('a brand by settings', () => {
  it('is the product’s own without a folder', () => {
    expect(readBrand('')).toBeUndefined()
  })

  it.each([
    ['no JSON', '{', /cannot be read/],
    ['a list', [], /name: must be a name of 1 to 40 characters/],
    ['no name', { home: 'https://a.example' }, /name: must be a name/],
    ['an unknown language', { name: 'A', names: { xx: 'B' } }, /names\/xx: must be names .* en, es/],
    ['an unknown field', { name: 'A', colour: 'red' }, /colour: is no field of a brand/],
    ['a script as home', { name: 'A', home: 'javascript:alert(1)' }, /home: must be an address/],
    ['a picture elsewhere', { name: 'A', mark: '../mark.svg' }, /mark: must be the name of an SVG or PNG file/],
    [
      'a color by name',
      { name: 'A', colors: { light: { accent: 'red' } } },
      /colors\/light\/accent: must be colors such as/,
    ],
    [
      'light colors alone',
      { name: 'A', colors: { light: { accent: '#123456' } } },
      /colors\/dark: must be colors such as/,
    ],
    [
      'a pale accent, with both colors and the figure',
      { name: 'A', colors: { light: { accent: '#e0a000' }, dark: { accent: '#e0a000' } } },
      /colors\/light: accent #e0a000 on surface #ffffff is 2.28:1; WCAG AA asks for 4.5:1/,
    ],
    [
      'a face for a script with too many signs',
      { name: 'A', face: { japanese: 'a.woff2' } },
      /face\/japanese: must be names/,
    ],
    ['a missing face', { name: 'A', face: { latin: 'a.woff2' } }, /face\/latin: there is no file a.woff2/],
    [
      'a missing icon of a provider',
      { name: 'A', signInIcons: { line: 'line.svg' } },
      /signInIcons\/line: there is no file line.svg/,
    ],
    ['a missing picture', { name: 'A', icon: 'icon.png' }, /icon: there is no file icon.png/],
  ])('refuses %s', (_, brand, message) => {
    expect(() => readBrand(folderWith(brand))).toThrow(message)
  })

  it('names every fault at once', () => {
    const fault = () => readBrand(folderWith({ name: '', home: 'x', mark: 'y' }))
    for (const field of ['name', 'home', 'mark']) expect(fault).toThrow(`  ${field}: must be`)
  })

  it('refuses a face that is too large or no font', () => {
    const folder = folderWith({ name: 'A', face: { latin: 'large.woff2', cyrillic: 'text.woff2' } })
    writeFileSync(join(folder, 'large.woff2'), `wOF2${'.'.repeat(30_000)}`)
    writeFileSync(join(folder, 'text.woff2'), 'text')
    for (const fault of [
      /latin: large.woff2 has 30004 bytes; make it at most 30000/,
      /cyrillic: text.woff2 is no WOFF2/,
    ])
      expect(() => readBrand(folder)).toThrow(fault)
  })

  it.each(['light', 'dark'] as const)('asks for no more contrast than the product’s own colors have: %s', (theme) => {
    expect(contrastFaults(theme, PALETTES[theme])).toEqual([])
  })

  it('signs mails and colors them', () => {
    const { html, text } = codeMail('de', '123456', readBrand(EXAMPLE))
    expect(text).toContain('-- \nSprachhafen\n')
    expect(html).toMatch(/<body class="paper" style="background:#f1f7f8;/)
    expect(html).toContain('.solid{background:#72d3e2!important;}')
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

  it('serve its pictures and a manifest of its own', async () => {
    const mark = await world.app.inject('/static/brand/mark.svg')
    expect([mark.statusCode, mark.headers['content-type']]).toEqual([200, 'image/svg+xml'])
    expect(mark.headers['content-security-policy']).toContain("default-src 'none'")
    const manifest = await world.app.inject('/static/icons/site.webmanifest')
    expect(manifest.json()).toMatchObject({ name: 'Lingua Harbor', icons: [{ src: '../brand/mark.svg' }] })
    expect((await world.app.inject('/static/brand/brand.json')).statusCode).toBe(404)
  })
})
