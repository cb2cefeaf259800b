/**
 * What people type and paste, read the same way in the browser and on the server: codes, email addresses and phone
 * numbers, and text that others see.
 */

import { INVISIBLE } from './invisible.ts'

const DIGIT = /\p{Nd}/u

/** The value of a decimal digit of any script: Unicode keeps the ten of a script in one run, from 0 to 9. */
function digitValue(digit: string): string {
  const point = digit.codePointAt(0) as number
  let before = 0
  while (DIGIT.test(String.fromCodePoint(point - before - 1))) before++
  return String(before % 10)
}

const withAsciiDigits = (text: string): string => text.replace(/\p{Nd}/gu, digitValue)

/** The digits of a one-time code, without spaces, dashes, and the words around it. */
export function codeDigits(typed: string): string {
  return withAsciiDigits(typed).replace(/\D/g, '')
}

/** The small, vertical, and full-width forms of ASCII that East Asian keyboards write, and their full stops. */
const WIDE_FORMS = /[\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff61]/g

/** What nobody sees, and what contacts and messengers put around a number or an address. */
const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu

/** They are part of a name in some scripts; in ASCII nobody sees them. */
const JOINERS = /[\u200c\u200d]/g

function plain(typed: string): string {
  return withAsciiDigits(typed)
    .replace(WIDE_FORMS, (form) => form.normalize('NFKC'))
    .replaceAll('。', '.')
    .replace(IGNORABLE, (mark) => (mark.search(JOINERS) === 0 ? mark : ''))
    .replace(/\s+/g, ' ')
    .trim()
}

/** The words before a number, such as "tel:" or "Mobile: ". */
const NUMBER_LABEL = /^\p{L}[\p{L}\p{M}. -]*[.:] ?(?=[+(\d])/u

/** Parameters of a telephone address (RFC 3966). */
const NUMBER_PARAMETERS = /;.*$/

/** The zero of national calls in an international number, as in +49 (0)151. */
const NATIONAL_ZERO = /^(\(?(?:\+|00)[^(]{1,6})\(0\)/

/**
 * The phone number that somebody typed: its digits, after a plus if it begins with one. Letters stay, since they make
 * it another number or none.
 */
export function plainPhone(typed: string): string {
  const number = plain(typed)
    .replace(JOINERS, '')
    .replace(NUMBER_LABEL, '')
    .replace(NUMBER_PARAMETERS, '')
    .replace(NATIONAL_ZERO, '$1')
    .replace(/[^\p{L}\d+]/gu, '')
  return number.slice(0, 1) + number.slice(1).replaceAll('+', '')
}

/** The email address that somebody typed, of which only the domain may be beyond ASCII. */
export function plainEmail(typed: string): string {
  const address = plain(typed)
    .replace(/^[^@:]*: ?/, '')
    .replace(/(@[^?]*)\?.*$/, '$1')
    .replace(/ ?@ ?/g, '@')
  const withoutJoiners = address.replace(JOINERS, '')
  return /^[\0-\x7f]*$/.test(withoutJoiners) ? withoutJoiners : address
}

/** What a target names by its form: an email address has an @. */
export function channelOf(typed: string): 'email' | 'phone' {
  return plain(typed).includes('@') ? 'email' : 'phone'
}

const ALL_INVISIBLE = new RegExp(`[${INVISIBLE}]`, 'gu')

/** A text that others see, as it is stored and counted: composed, on one line, with single spaces. */
export function cleanShownText(typed: string): string {
  return typed.normalize('NFC').replace(/\s+/g, ' ').replace(ALL_INVISIBLE, '').trim()
}

/** As much as the longest emoji; what stacks more marks on one letter covers its neighbors. */
export const MAX_GRAPHEME_LENGTH = 32

/** What joins two consonants to one character in the scripts of South and Southeast Asia. */
const STACKER = '[\\u094d\\u09cd\\u0acd\\u0b4d\\u0c4d\\u0d4d\\u1039\\u17d2\\u1a60\\u1b44\\ua9c0]'

/** What belongs to the character before it: marks, tones of skin, the tags of a flag. */
const EXTENSION = '[\\p{M}\\p{Emoji_Modifier}\\u200c\\u0e33\\u0eb3\\uff9e\\uff9f\\u{e0020}-\\u{e007f}]'

/**
 * Not Intl.Segmenter: it depends on each engine's version of Unicode, Firefox has it since 125 only, and a field must
 * count as the server does.
 */
const GRAPHEME = new RegExp(
  `\\p{RI}\\p{RI}|.(?:${STACKER}\\u200d?\\p{L}|\\u200d\\p{Extended_Pictographic}?|${EXTENSION})*`,
  'gsu',
)

/** The characters of a text as people count them: a letter with its marks is one, and so is an emoji of several. */
export function graphemesOf(text: string): string[] {
  return text.match(GRAPHEME) ?? []
}

/** The length of a text as it will be stored. */
export function shownLength(typed: string): number {
  return graphemesOf(cleanShownText(typed)).length
}

/** Whether a text that others see is not too long. */
export function isShownTextWithin(typed: string, max: number): boolean {
  const graphemes = graphemesOf(cleanShownText(typed))
  return graphemes.length <= max && graphemes.every((one) => one.length <= MAX_GRAPHEME_LENGTH)
}

/** Whether a text that others see is not too long, and shows anything. U+2800 is the blank of Braille. */
export function isShownText(typed: string, max: number): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(cleanShownText(typed).replaceAll('\u2800', '')) && isShownTextWithin(typed, max)
}
