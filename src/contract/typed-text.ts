/**
 * Normalizes typed and pasted text, identically in the browser and on the server: codes, email addresses, phone
 * numbers, and text shown to others.
 */

const DIGIT = /\p{Nd}/u

/** The value of a decimal digit in any script. In Unicode, a script's ten digits are consecutive, from 0 to 9. */
function digitValue(digit: string): string {
  const point = digit.codePointAt(0) as number
  let before = 0
  while (DIGIT.test(String.fromCodePoint(point - before - 1))) before++
  return String(before % 10)
}

const withAsciiDigits = (text: string): string => text.replace(/\p{Nd}/gu, digitValue)

/** The digits of a one-time code, without spaces, dashes, and surrounding words. */
export function codeDigits(typed: string): string {
  return withAsciiDigits(typed).replace(/\D/g, '')
}

/** The small, vertical, and full-width forms of ASCII that East Asian keyboards produce, and of their own period. */
const WIDE_FORMS = /[\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff61]/g

/** Invisible characters that contacts and messengers put around a number or an address. */
const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu

/** Part of names in some scripts; invisible in ASCII. */
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

/** The trunk zero in an international number, as in +49 (0)151. */
const NATIONAL_ZERO = /^(\(?(?:\+|00)[^(]{1,6})\(0\)/

/**
 * Normalizes a typed phone number: its digits, after a plus if it starts with one. Letters stay, because without them
 * it would be a different number.
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

/** Normalizes a typed email address. Only the domain may contain non-ASCII characters. */
export function plainEmail(typed: string): string {
  const address = plain(typed)
    .replace(/^[^@:]*: ?/, '')
    .replace(/^([^@]*@[^?]*)\?.*$/, '$1')
    .replace(/ ?@ ?/g, '@')
  const withoutJoiners = address.replace(JOINERS, '')
  return /^[\0-\x7f]*$/.test(withoutJoiners) ? withoutJoiners : address
}

/** The channel of a typed target: an email address contains @. */
export function channelOf(typed: string): 'email' | 'phone' {
  return plain(typed).includes('@') ? 'email' : 'phone'
}

/** As long as the longest emoji; more marks stacked on one letter would cover its neighbors. */
export const MAX_GRAPHEME_LENGTH = 32

/** More marks than any character may have. Composing would sort them in quadratic time. */
const EXCESS_MARKS = new RegExp(`(\\p{M}{${2 * MAX_GRAPHEME_LENGTH}})\\p{M}+`, 'gu')

/**
 * The inside of a character class: characters that no language needs in text shown to others, because they render as
 * nothing or only change how text is read (controls, lone surrogates, embedded and overridden directions). Marks,
 * joiners, and components of emoji aren't included.
 */
export const INVISIBLE =
  '\\p{Cc}\\p{Cs}\\u00ad\\u115f\\u1160\\u200b\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0001}'

/** Tags outside a flag, and variation selectors after a letter that has no variants: both render as nothing. */
const STRAY =
  /(\u{1f3f4}[\u{e0020}-\u{e007e}]{1,15}\u{e007f})|[\u{e0020}-\u{e007f}]|(?<![\p{Emoji}\p{S}\p{P}\p{Script=Han}\p{Script=Myanmar}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu

const ALL_INVISIBLE = new RegExp(`[${INVISIBLE}]`, 'gu')

/** Normalizes text shown to others for storing and counting: composed, on one line, with single spaces. */
export function cleanShownText(typed: string): string {
  return typed
    .replace(EXCESS_MARKS, '$1')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(ALL_INVISIBLE, '')
    .replace(STRAY, '$1')
    .trim()
}

/** Characters that join two consonants into one character in South and Southeast Asian scripts. */
const STACKER = '[\\u094d\\u09cd\\u0acd\\u0b4d\\u0c4d\\u0d4d\\u1039\\u17d2\\u1a60\\u1b44\\ua9c0]'

/** Characters that extend the previous one: marks, skin tones, and flag tags. */
const EXTENSION = '[\\p{M}\\p{Emoji_Modifier}\\u200c\\u0e33\\u0eb3\\uff9e\\uff9f\\u{e0020}-\\u{e007f}]'

/**
 * Not Intl.Segmenter, because it depends on each engine's Unicode version, Firefox has had it only since 125, and a
 * field must count characters as the server does.
 */
const GRAPHEME = new RegExp(
  `\\p{RI}\\p{RI}|.(?:${STACKER}\\u200d?\\p{L}|\\u200d\\p{Extended_Pictographic}?|${EXTENSION})*`,
  'gsu',
)

/** The maximum length of a community post, as people count characters. */
export const MAX_POST_TEXT_LENGTH = 280

export const MAX_NICKNAME_LENGTH = 40

/** The characters of a text as people count them: a letter with its marks is one, and so is a composed emoji. */
export function graphemesOf(text: string): string[] {
  return text.match(GRAPHEME) ?? []
}

/** The length of a text as stored. */
export function shownLength(typed: string): number {
  return graphemesOf(cleanShownText(typed)).length
}

/** Whether a text shown to others isn't too long. */
export function isShownTextWithin(typed: string, max: number): boolean {
  const graphemes = graphemesOf(cleanShownText(typed))
  return graphemes.length <= max && graphemes.every((one) => one.length <= MAX_GRAPHEME_LENGTH)
}

/** Whether a text shown to others isn't too long and is visible. U+2800 is the Braille blank. */
export function isShownText(typed: string, max: number): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(cleanShownText(typed).replaceAll('\u2800', '')) && isShownTextWithin(typed, max)
}
