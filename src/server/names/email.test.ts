import { domainToASCII } from 'node:url'
import { describe, expect, it } from 'vitest'
import { countedTarget, normalizeEmail } from './email.ts'

const ofLength = (local: number, domain: number) => {
  const labels = 'd'.repeat(domain - 4).replace(/(.{60})(?=.)/g, '$1.')
  return `${'l'.repeat(local)}@${labels.slice(0, domain - 4)}.com`
}

describe('an email address', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    [' Ada.Lovelace+quiz@EXAMPLE.com ', 'ada.lovelace+quiz@example.com'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@BU\u0308CHER.example', 'ada@xn--bcher-kva.example'],
    ['ada@straße.example', 'ada@xn--strae-oqa.example'],
    ['ada@例え.jp', 'ada@xn--r8jz45g.jp'],
    ["o'neil/x=1@sub.example.co", "o'neil/x=1@sub.example.co"],
    [`${'l'.repeat(64)}@example.com`, `${'l'.repeat(64)}@example.com`],
    [ofLength(64, 189), ofLength(64, 189)],
  ])('%s is kept as %s', (typed, kept) => {
    expect(normalizeEmail(typed)).toBe(kept)
  })

  it.each([
    ['no @', 'ada.example.com'],
    ['two @', 'ada@b@example.com'],
    ['nothing before the @', '@example.com'],
    ['no dot after the @', 'ada@localhost'],
    ['an IP address', 'ada@127.0.0.1'],
    ['a literal address', 'ada@[127.0.0.1]'],
    ['a quoted local part', '"ada"@example.com'],
    ['a display name', 'Ada <ada@example.com>'],
    ['two addresses', 'ada@example.com,bob@example.com'],
    ['a dot at the end of the local part', 'ada.@example.com'],
    ['two dots', 'ada..b@example.com'],
    ['a hyphen at the start of a label', 'ada@-example.com'],
    ['a port', 'ada@example.com:25'],
    ['a path', 'ada@example.com/evil'],
    ['a local part of 65 characters', `${'l'.repeat(65)}@example.com`],
    ['255 characters', ofLength(64, 190)],
    ['a header', 'ada@example.com\r\nbcc: eve@example.com'],
    ['a NUL', 'ada@example.com\u0000'],
    ['A8 a full-width @', 'ada＠example.com'],
    ['A8 full-width letters', 'ａda@example.com'],
    ['A8 a ligature', 'ﬁnn@example.com'],
    ['A8 a ligature in the domain', 'ada@ﬁnn.example'],
    ['A8 a zero-width space', 'a\u200bda@example.com'],
    ['A8 a zero-width joiner in the domain', 'ada@exam\u200dple.com'],
    ['A8 a soft hyphen', 'ada@exam\u00adple.com'],
    ['A8 a direction character', 'ada\u202e@example.com'],
    ['A8 a Cyrillic letter in the local part', '\u0430da@example.com'],
    ['A8 a Cyrillic letter in a Latin domain', 'ada@ex\u0430mple.com'],
    ['a Kelvin sign in place of a k', '\u212aate@example.com'],
    ['the Kelvin sign in the domain', 'ada@\u212aate.example'],
    ['A8 an ideographic full stop', 'ada@example。com'],
  ])('with %s is refused', (_name, typed) => {
    expect(normalizeEmail(typed)).toBeUndefined()
  })
})

const isCharacter = (text: string) => /[^\p{Cn}\p{Co}\p{Cs}]/u.test(text)

/** All non-ASCII characters, and a code point that isn't assigned. */
const BEYOND_ASCII = Array.from({ length: 0x110000 - 0x80 }, (_, index) => String.fromCodePoint(index + 0x80))
  .filter(isCharacter)
  .concat('\u0378')

describe('no Unicode look-alike becomes another user’s address', () => {
  it('before the @', () => {
    const accepted = BEYOND_ASCII.filter((character) => normalizeEmail(`a${character}te@example.com`) !== undefined)
    expect(accepted).toEqual([])
  })

  it('in the domain', () => {
    const folding = BEYOND_ASCII.filter((character) => !domainToASCII(`a${character}te.com`).includes('xn--'))
    expect(folding).toContain('\u212a')
    expect(folding.filter((character) => normalizeEmail(`ada@a${character}te.com`) !== undefined)).toEqual([])
  })
})

it.each([
  ['ada+1@example.com', 'ada@example.com'],
  ['a.da+x+y@gmail.com', 'a.da@gmail.com'],
  ['+ada@example.com', '+ada@example.com'],
  ['+447400123456', '+447400123456'],
])('%s counts as %s', (target, counted) => {
  expect(countedTarget(target)).toBe(counted)
})
