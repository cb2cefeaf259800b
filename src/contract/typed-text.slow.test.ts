import { describe, expect, it } from 'vitest'
import { channelOf, cleanShownText, codeDigits, graphemesOf, plainEmail, plainPhone } from './typed-text.ts'

/** Quadratic time on a string this long takes minutes. */
const LENGTH = 200_000
const READERS = { channelOf, cleanShownText, codeDigits, graphemesOf, plainEmail, plainPhone }

describe.each(Object.entries(READERS))('%s', (_, read) => {
  it.each([
    ' ',
    '.',
    '@',
    '@?',
    '+',
    ';',
    ':',
    '(',
    '\u0301\u0316',
    '\u094d',
    '\u200d',
    '٣',
    'a',
    'a.',
    'ｶﾞ',
    '👩\u200d',
  ])(
    'takes linear time on many %j',
    (part) => {
      const long = part.repeat(LENGTH / part.length)
      for (const text of [long, `a${long}b`, `+${long}\n`, `a@${long}`]) expect(read(text)).toBeDefined()
    },
    // Only a hang takes longer.
    30_000,
  )
})
