import { describe, expect, it } from 'vitest'
import { addressGroup } from '../http/limits.ts'
import { newUser, nicknameFrom } from '../names/user-text.ts'
import { readPhone } from './targets.ts'

describe('a phone number', () => {
  const countries = ['US', 'GB', 'DE', 'CN', 'RU', 'FR', 'HU', 'KR', 'JP', 'EG']

  it.each([
    ['+1 (415) 555-2671', null, '+14155552671'],
    ['+44 7400 123456', null, '+447400123456'],
    ['+4915112345678', 'US', '+4915112345678'],
    ['+86 131 2345 6789', null, '+8613123456789'],
    ['+7 912 345-67-89', null, '+79123456789'],
    ['+447400\r\n123456', null, '+447400123456'],
    ['＋４４ ７４００ １２３４５６', null, '+447400123456'],
    ['+٤٤ ٧٤٠٠ ١٢٣٤٥٦', null, '+447400123456'],
    // As typed in the country itself.
    ['(415) 555-2671', 'US', '+14155552671'],
    ['1-415-555-2671', 'US', '+14155552671'],
    ['415.555.2671', 'US', '+14155552671'],
    ['0151/123 456 78', 'DE', '+4915112345678'],
    ['015112345678', 'DE', '+4915112345678'],
    ['07400 123456', 'GB', '+447400123456'],
    ['06.12.34.56.78', 'FR', '+33612345678'],
    ['06 30 123 4567', 'HU', '+36301234567'],
    ['8 (912) 345-67-89', 'RU', '+79123456789'],
    ['010-1234-5678', 'KR', '+821012345678'],
    ['０９０－１２３４－５６７８', 'JP', '+819012345678'],
    ['١٠٠١٢٣٤٥٦٧', 'EG', '+201001234567'],
    ['131 2345 6789', 'CN', '+8613123456789'],
    // As dialed from abroad.
    ['0049 151 12345678', 'DE', '+4915112345678'],
    ['0049 (0) 151 12345678', 'FR', '+4915112345678'],
    ['011 49 151 12345678', 'US', '+4915112345678'],
    ['011 49 151 12345678', 'DE', '+4915112345678'],
    ['8~10 49 151 12345678', 'RU', '+4915112345678'],
    ['810 49 151 12345678', null, '+4915112345678'],
    ['00 44 7400 123456', null, '+447400123456'],
    ['49 151 12345678', 'DE', '+4915112345678'],
    ['44 7400 123456', null, '+447400123456'],
    ['tel:+49-(0)151-12345678', 'DE', '+4915112345678'],
    ['\u202a+49\u00a0151\u200b12345678\u202c', 'DE', '+4915112345678'],
  ])('%j in %s is read as %s', async (typed, country, number) => {
    expect(await readPhone(typed, country, countries)).toMatchObject({ number })
  })

  it('is shown in its readable form', async () => {
    expect(await readPhone('0049 15112345678', 'DE', countries)).toEqual({
      number: '+4915112345678',
      spaced: '+49 1511 2345678',
    })
  })

  it.each([
    ['without its country code', '07400 123456'],
    ['premium', '+44 909 8790000'],
    ['shared cost', '+44 843 123 4567'],
    ['toll free', '+1 800 234 5678'],
    ['fixed', '+49 30 123456'],
    ['too short', '+1415'],
    ['of sixteen digits', '+4474001234567890'],
    ['with a zero after the +', '+0447400123456'],
    ['with letters', '+1 415 FLOWERS'],
    ['with an extension', '+14155552671 ext. 5'],
    ['of satellite and special services', '+881612345678'],
    ['of an unknown country', '+999123456'],
    ['not a number at all', 'ada@example.com'],
    ['nothing', ''],
  ])('%s is refused', async (_name, typed) => {
    for (const country of [null, 'XX']) expect(await readPhone(typed, country, countries)).toBeUndefined()
  })

  it.each([
    ['of a country that is not on the list', '+34612345678', null, 'ES'],
    ['of such a country, typed there', '612 34 56 78', 'ES', 'ES'],
    ['of such a country, and also invalid', '+850 12', null, 'KP'],
    ['of such a country that shares a code with a listed one', '+1 876 555 0123', null, 'JM'],
  ])('%s: that country is refused', async (_name, typed, country, refusedCountry) => {
    expect(await readPhone(typed, country, countries)).toEqual({ refusedCountry })
  })
})

describe('a new account', () => {
  it.each([
    ['Ada Lovelace', 'Ada Lovelace'],
    ['Ada @ home', 'Ada @ home'],
    ['A\u202eda\u0000 \n Lovelace', 'Ada Lovelace'],
    ['x'.repeat(60), 'x'.repeat(40)],
    ['👩‍🚀'.repeat(60), '👩‍🚀'.repeat(40)],
    ['Nguyê\u0303n', 'Nguyễn'],
    ['مه\u200cآفرین', 'مه\u200cآفرین'],
    ['\u200b\u202e', 'Learner'],
    ['Admin', 'Admin'],
    ['', 'Learner'],
  ])('named %j gets the nickname %j', (given, nickname) => {
    expect(nicknameFrom(given)).toEqual(nickname)
  })

  it.each(['ada.lovelace@example.com', 'Ada <ada@example.com>'])(
    'never gets its nickname from an address: %s',
    (name) => {
      expect(nicknameFrom(name)).toBe('Learner')
    },
  )

  it('has its own nickname and avatar', () => {
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
