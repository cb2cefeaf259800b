import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { codeMail } from '../auth/mails.ts'
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
    ['a missing picture', { name: 'A', icon: 'icon.png' }, /icon: there is no file icon.png/],
  ])('refuses %s', (_, brand, message) => {
    expect(() => readBrand(folderWith(brand))).toThrow(message)
  })

  it('names every fault at once', () => {
    const fault = () => readBrand(folderWith({ name: '', home: 'x', mark: 'y' }))
    for (const field of ['name', 'home', 'mark']) expect(fault).toThrow(`  ${field}: must be`)
  })

  it('signs mails', () => {
    expect(codeMail('de', '123456', readBrand(EXAMPLE)?.names.de).text).toContain('-- \nSprachhafen\n')
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

  it('serve its pictures and a manifest of its own', async () => {
    const mark = await world.app.inject('/static/brand/mark.svg')
    expect([mark.statusCode, mark.headers['content-type']]).toEqual([200, 'image/svg+xml'])
    expect(mark.headers['content-security-policy']).toContain("default-src 'none'")
    const manifest = await world.app.inject('/static/icons/site.webmanifest')
    expect(manifest.json()).toMatchObject({ name: 'Lingua Harbor', icons: [{ src: '/static/brand/mark.svg' }] })
    expect((await world.app.inject('/static/brand/brand.json')).statusCode).toBe(404)
  })
})
