import { describe, expect, it } from 'vitest'
import { addressGroup } from '../edge/limits.ts'
import { newUser } from '../visitor/user-text.ts'
import { countedEmail, normalizeEmail, normalizePhone, refusedCountry } from './targets.ts'

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
    ['a null', 'ada@example.com\u0000'],
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
    ['A8 an ideographic full stop', 'ada@example。com'],
  ])('with %s is refused', (_name, typed) => {
    expect(normalizeEmail(typed)).toBeUndefined()
  })
})

describe('a phone number', () => {
  const countries = ['US', 'GB', 'DE', 'CN', 'RU']

  it.each([
    ['+1 (415) 555-2671', '+14155552671'],
    ['+44 7400 123456', '+447400123456'],
    ['+4915112345678', '+4915112345678'],
    ['+86 131 2345 6789', '+8613123456789'],
    ['+7 912 345-67-89', '+79123456789'],
  ])('%s is kept as %s', async (typed, kept) => {
    expect(await normalizePhone(typed, countries)).toBe(kept)
  })

  it.each([
    ['without its country', '07400 123456'],
    ['of a country that is not on the list', '+33612345678'],
    ['premium', '+44 909 8790000'],
    ['shared cost', '+44 843 123 4567'],
    ['toll free', '+1 800 234 5678'],
    ['fixed', '+49 30 123456'],
    ['too short', '+1415'],
    ['of sixteen digits', '+4474001234567890'],
    ['with a zero after the +', '+0447400123456'],
    ['with letters', '+1 415 FLOWERS'],
    ['of full-width digits', '+４４7400123456'],
    ['of Arabic digits', '+٤٤7400123456'],
    ['with an extension', '+14155552671 ext. 5'],
    ['with a line break', '+447400\r\n123456'],
    ['of satellite and special services', '+881612345678'],
  ])('%s is refused', async (_name, typed) => {
    expect(await normalizePhone(typed, countries)).toBeUndefined()
  })

  it.each([
    ['of a country that is not on the list', '+33612345678', 'FR'],
    ['of such a country, and wrong besides', '+850 12', 'KP'],
    ['of such a country that shares a code with a listed one', '+1 876 555 0123', 'JM'],
    ['wrong, with a code that a listed country shares', '+1415', undefined],
    ['premium', '+44 909 8790000', undefined],
    ['of no country', '+881612345678', undefined],
    ['of an unknown country', '+999123456', undefined],
    ['no number at all', 'ada@example.com', undefined],
  ])('%s: the country to name as refused', async (_name, typed, country) => {
    expect(await refusedCountry(typed, countries)).toBe(country)
  })
})

it.each([
  ['ada+1@example.com', 'ada@example.com'],
  ['a.d.a+x+y@googlemail.com', 'ada@gmail.com'],
  ['a.da@example.com', 'a.da@example.com'],
  ['+ada@example.com', '+ada@example.com'],
])('15.12: %s counts as %s', (email, counted) => {
  expect(countedEmail(email)).toBe(counted)
})

describe('a new account', () => {
  it.each([
    ['Ada Lovelace', 'Ada Lovelace'],
    ['Ada @ home', 'Ada @ home'],
    ['A\u202eda\u0000 \n Lovelace', 'Ada Lovelace'],
    ['x'.repeat(60), 'x'.repeat(40)],
    ['👩‍🚀'.repeat(30), expect.stringMatching(/^.{1,40}$/u)],
    ['\u200b\u202e', 'Learner'],
    ['Admin', 'Learner'],
    [undefined, 'Learner'],
  ])('of %j is called %j', (given, nickname) => {
    expect(newUser(given).nickname).toEqual(nickname)
  })

  it.each(['ada.lovelace@example.com', 'Ada <ada@example.com>'])(
    '15.2: never gets its nickname from an address: %s',
    (name) => {
      expect(newUser(name).nickname).toBe('Learner')
    },
  )

  it('gets an avatar of its own', () => {
    expect(newUser('ada').avatar_file_name).not.toBe(newUser('ada').avatar_file_name)
  })
})

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('the address %s counts as %s', (ip, group) => {
  expect(addressGroup(ip)).toBe(group)
})
