import { describe, expect, it } from 'vitest'
import {
  channelOf,
  cleanShownText,
  codeDigits,
  graphemesOf,
  isShownText,
  isShownTextWithin,
  plainEmail,
  plainPhone,
} from './typed-text.ts'

/** Every run of ten decimal digits in Unicode. */
function digitRuns(): string[][] {
  const digits = Array.from({ length: 0x110000 }, (_, point) => point)
    .filter((point) => point < 0xd800 || point > 0xdfff)
    .map((point) => String.fromCodePoint(point))
    .filter((character) => /\p{Nd}/u.test(character))
  return Array.from({ length: digits.length / 10 }, (_, run) => digits.slice(run * 10, run * 10 + 10))
}

describe('a one-time code', () => {
  it('can have digits in any script', () => {
    const runs = digitRuns()
    expect(runs.length).toBeGreaterThan(60)
    for (const run of runs) {
      expect(codeDigits(run.join(''))).toBe('0123456789')
      expect(codeDigits([7, 0, 1, 9, 5, 3].map((digit) => run[digit]).join(' '))).toBe('701953')
    }
  })

  it.each([
    ['١٢٣٤٥٦', '123456'],
    ['۱۲۳۴۵۶', '123456'],
    ['१२३४५६', '123456'],
    ['๑๒๓๔๕๖', '123456'],
    ['１２３　４５６', '123456'],
    ['𝟏𝟐𝟑𝟒𝟓𝟔', '123456'],
    ['1۲３-४๕6', '123456'],
    [' 12 34‑56\u200e\n', '123456'],
    ['\u202a123\u00a0456\u202c', '123456'],
    ['Your code: 012345.', '012345'],
    ['½²③', ''],
  ])('%j is %j', (typed, digits) => {
    expect(codeDigits(typed)).toBe(digits)
  })
})

describe('a phone number', () => {
  it.each([
    ['+49 151 12345678', '+4915112345678'],
    ['0049 151 12345678', '004915112345678'],
    ['(415) 555-2671', '4155552671'],
    ['0151/123.456.78', '015112345678'],
    ['\u202a+49\u00a0151\u202f123\u200b45678\u202c', '+4915112345678'],
    ['\ufeff+49\u2011151\u2013123\u221245678\u2069', '+4915112345678'],
    ['＋４９（１５１）１２３４－５６７８', '+4915112345678'],
    ['٠٠٤٩ ١٥١ ١٢٣٤٥٦٧٨', '004915112345678'],
    ['+۴۹ ۱۵۱ ۱۲۳۴۵۶۷۸', '+4915112345678'],
    ['+49 (0)151 12345678', '+4915112345678'],
    ['(+49) (0) 151 12345678', '+4915112345678'],
    ['+49\u00a0(0)\u00a0151 12345678', '+4915112345678'],
    ['tel:+49-151-12345678', '+4915112345678'],
    ['TEL:+49-151-12345678;phone-context=example.com', '+4915112345678'],
    ['Tel.: 0151 12345678', '015112345678'],
    ['携帯：０９０－１２３４－５６７８', '09012345678'],
    ['++49 151 12345678', '+4915112345678'],
    ['+1 415 FLOWERS', '+1415FLOWERS'],
    ['+1 415 555 2671 ext. 5', '+14155552671ext5'],
  ])('%j is read as %j', (typed, number) => {
    expect(plainPhone(typed)).toBe(number)
    expect(channelOf(typed)).toBe('phone')
  })
})

describe('an email address', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    [' \u3000ada@example.com\u00a0\n', 'ada@example.com'],
    ['ada＠example.com', 'ada@example.com'],
    ['ada﹫example.com', 'ada@example.com'],
    ['ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ada@example.com'],
    ['ada@example。com', 'ada@example.com'],
    ['ada@example｡com', 'ada@example.com'],
    ['ada＿１@example.com', 'ada_1@example.com'],
    ['ada@example.com\u200b', 'ada@example.com'],
    ['\u200eada\u00ad@exam\u2060ple.com\ufeff', 'ada@example.com'],
    ['a\u200dda@exam\u200cple.com', 'ada@example.com'],
    ['ada٢@example.com', 'ada2@example.com'],
    ['mailto:ada@example.com', 'ada@example.com'],
    ['MAILTO:ada@example.com?subject=Hi', 'ada@example.com'],
    ['E-Mail: ada@example.com', 'ada@example.com'],
    ['ada @ example.com', 'ada@example.com'],
    ['ada@نامه\u200cای.example', 'ada@نامه\u200cای.example'],
    ['ada@bücher.example', 'ada@bücher.example'],
    ['ada@example.com bob@example.com', 'ada@example.com bob@example.com'],
    ['Ada <ada@example.com>', 'Ada <ada@example.com>'],
    ['\u212aate@example.com', '\u212aate@example.com'],
    ['ﬁnn@example.com', 'ﬁnn@example.com'],
    ['аda@example.com', 'аda@example.com'],
  ])('%j is read as %j', (typed, address) => {
    expect(plainEmail(typed)).toBe(address)
    expect(channelOf(typed)).toBe('email')
  })
})

/** Names and words with the characters that their languages need: marks, joiners, and composed emoji. */
const NEEDED = {
  Burmese: 'ကျွန်ုပ်တို့',
  'Burmese name': 'ဒေါ်အောင်ဆန်းစုကြည်',
  Persian: 'مه\u200cآفرین',
  Sinhala: 'ශ්\u200dරීමාලි',
  Malayalam: 'മോഹന്\u200d',
  Bengali: 'র\u200d্যাব',
  Hindi: 'क्षत्रिय श्रीमती',
  Khmer: 'សុខា ស្រីមុំ',
  Thai: 'น้ำผึ้ง',
  Tibetan: 'བསྒྲུབས་པ',
  Hebrew: 'שָׁלוֹם',
  'Arabic with a direction mark': 'سارة (C++)\u200f',
  Mongolian: 'ᠰᠠᠶᠢᠨ\u180eᠠ',
  Vietnamese: 'Nguyễn Thị Mỹ',
  Yoruba: 'Ọ̀ṣẹ́',
  'a Japanese variant': '葛\u{e0100}城',
  'a family': '👨‍👩‍👧‍👦',
  'a flag': '🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇰🇷',
  'a skin tone': '👩🏽‍🚀',
  'a heart': '❤️',
  Braille: '⠁⠙⠁⠀⠃',
  'words that a blocklist used to refuse': 'Nazi Hure Slut Staff Admin',
}

describe('text shown to others', () => {
  it.each(Object.entries(NEEDED))('%s is unchanged', (_, text) => {
    expect(cleanShownText(text)).toBe(text.normalize('NFC'))
    expect(isShownText(text, 40)).toBe(true)
  })

  it.each([
    ['Nguyê\u0303n Thi\u0323 My\u0303', 'Nguyễn Thị Mỹ'],
    [' A\u202eda\u0000 \n\u3000 Lovelace\u2069\ud800 ', 'Ada Lovelace'],
    ['A\u202a\u202b\u202c\u202d\u2066\u2067\u2068b', 'Ab'],
    ['A\u200bd\u00ada\ufeff\u2060\u3164\uffa0\u{e0001}', 'Ada'],
    ['A\u001b[31m\u0085', 'A[31m'],
    ['A\u{e0041}da\u{e0062}\u{e007f}', 'Ada'],
    [`A\ufe0fd\u{e0100}a${'\ufe0f'.repeat(9)}`, 'Ada'],
    ['❤\ufe0f\ufe0f', '❤\ufe0f'],
  ])('%j becomes %j', (typed, clean) => {
    expect(cleanShownText(typed)).toBe(clean)
  })

  const blanks = [
    ...'\t\n\v\f\r \u0085\u00a0\u1680\u2028\u2029\u202f\u205f\u3000\u200b\u2060\ufeff\u00ad\u2800\u3164\u200d',
  ]
  it.each(['', ...blanks, blanks.join(''), ' '.repeat(200), '\u0301', '\u202e\u200f'])('%j shows nothing', (text) => {
    expect(isShownText(text, 200)).toBe(false)
  })

  it.each([
    ['a'.repeat(40), true],
    ['a'.repeat(41), false],
    [` ${'a'.repeat(40)} `, true],
    ['e\u0301'.repeat(40), true],
    ['👨‍👩‍👧‍👦'.repeat(40), true],
    ['👨‍👩‍👧‍👦'.repeat(41), false],
    ['🇰🇷'.repeat(40), true],
    ['🇰🇷'.repeat(41), false],
    ['န်'.repeat(40), true],
    ['न्'.repeat(41), false],
    [`a${'\u0301'.repeat(40)}`, false],
  ])('%j of at most 40 characters: %s', (text, isWithin) => {
    expect(isShownTextWithin(text, 40)).toBe(isWithin)
  })

  it('counts characters as Unicode does, without splitting marks from their letters in Burmese', () => {
    const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
    const texts = [...Object.values(NEEDED), 'e\u0301x', 'a🇩🇪🇫🇷b', '1️⃣', 'हिन्दी', 'കേരളം', '한국어', 'ｶﾞｷﾞ', 'ñ´a']
    for (const text of texts.filter((one) => !/\p{Script=Myanmar}/u.test(one)))
      expect(graphemesOf(text)).toEqual(Array.from(segmenter.segment(text), ({ segment }) => segment))
    expect(graphemesOf('ကောင်းမြင့်')).toEqual(['ကော', 'င်း', 'မြ', 'င့်'])
  })
})
