import { describe, expect, it } from 'vitest'
import { addressGroup } from '../http/limits.ts'
import { ourNames } from '../names/our-names.ts'
import { newUser, nicknameFrom } from '../names/user-text.ts'
import { normalizePhone, refusedCountry } from './targets.ts'

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

describe('a new account', () => {
  it.each([
    ['Ada Lovelace', 'Ada Lovelace'],
    ['Ada @ home', 'Ada @ home'],
    ['A\u202eda\u0000 \n Lovelace', 'Ada Lovelace'],
    ['x'.repeat(60), 'x'.repeat(40)],
    ['👩‍🚀'.repeat(30), expect.stringMatching(/^.{1,40}$/u)],
    ['\u200b\u202e', 'Learner'],
    ['Admin', 'Learner'],
    ['', 'Learner'],
  ])('of %j is called %j', (given, nickname) => {
    expect(nicknameFrom(given, ourNames(undefined))).toEqual(nickname)
  })

  it.each(['ada.lovelace@example.com', 'Ada <ada@example.com>'])(
    'never gets its nickname from an address: %s',
    (name) => {
      expect(nicknameFrom(name, ourNames(undefined))).toBe('Learner')
    },
  )

  it('has a nickname and an avatar of its own', () => {
    expect(newUser().nickname).toBe('Learner')
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
