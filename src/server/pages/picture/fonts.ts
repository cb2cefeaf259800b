import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { GlobalFonts } from '@napi-rs/canvas'

const require = createRequire(import.meta.url)

/** A font file with the ranges of code points it covers, as [first, last]. */
type Slice = { family: string; file: string; ranges: [number, number][]; isLoaded: boolean }

function readRanges(list: string): [number, number][] {
  return list.split(',').map((range) => {
    const [first = '', last = first] = range.replace('U+', '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
  })
}

/** The slices of a packaged variable font, as listed by its package, each loaded on first use. */
function slicesOf(font: string): Slice[] {
  const folder = `@fontsource-variable/${font}`
  const listed: Record<string, string> = JSON.parse(readFileSync(require.resolve(`${folder}/unicode.json`), 'utf8'))
  return Object.entries(listed).map(([key, list]) => {
    const family = `${font}-${key.replace(/[[\]]/g, '')}`
    const file = require.resolve(`${folder}/files/${family}-wght-normal.woff2`)
    return { family, file, ranges: readRanges(list), isLoaded: false }
  })
}

/** The heading font, and Noto for characters that it lacks. */
const ALPHABETS = [...slicesOf('geologica'), ...slicesOf('noto-sans'), ...slicesOf('noto-sans-arabic')]
const JAPANESE = slicesOf('noto-sans-jp')
const KOREAN = slicesOf('noto-sans-kr')
const CHINESE = slicesOf('noto-sans-sc')

/** One file for all emoji, so multi-character sequences stay whole. */
const EMOJI: Slice = {
  family: 'noto-color-emoji',
  file: require.resolve('@fontsource/noto-color-emoji/files/noto-color-emoji-emoji-400-normal.woff2'),
  ranges: [],
  isLoaded: false,
}

const IS_EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}/u
const IS_UNSEEN = /\p{Default_Ignorable_Code_Point}/u

/** Han characters take the forms of the language that the rest of the text suggests, by default Chinese. */
function fontsFor(text: string): Slice[] {
  if (/\p{Script=Hiragana}|\p{Script=Katakana}/u.test(text)) return [...ALPHABETS, ...JAPANESE, ...CHINESE, ...KOREAN]
  if (/\p{Script=Hangul}/u.test(text)) return [...ALPHABETS, ...KOREAN, ...CHINESE, ...JAPANESE]
  return [...ALPHABETS, ...CHINESE, ...JAPANESE, ...KOREAN]
}

function findSlice(character: string, fonts: readonly Slice[]): Slice | undefined {
  if (IS_EMOJI.test(character)) return EMOJI
  const code = character.codePointAt(0) ?? 0
  return fonts.find(({ ranges }) => ranges.some(([first, last]) => code >= first && code <= last))
}

function slicesFor(text: string): (Slice | undefined)[] {
  const fonts = fontsFor(text)
  return [...text].filter((character) => !IS_UNSEEN.test(character)).map((character) => findSlice(character, fonts))
}

/** Whether the fonts have a glyph for every character. */
export function canWrite(text: string): boolean {
  return !slicesFor(text).includes(undefined)
}

/**
 * Loads the font families that `text` needs; returns them in lookup order.
 * @throws Error if a font file can't be read
 */
export function familiesFor(text: string): string[] {
  const needed = new Set(slicesFor(text).filter((slice) => slice !== undefined))
  for (const slice of needed) {
    if (!slice.isLoaded && !GlobalFonts.registerFromPath(slice.file, slice.family))
      throw new Error(`The font ${slice.family} cannot be read.`)
    slice.isLoaded = true
  }
  return [...needed].map(({ family }) => family)
}
