import { Converter } from 'opencc-js/t2cn'
import type { Language } from '#quiz/languages.ts'
import { type BankError, fail, look, quoted } from './bank-error.ts'
import { type LanguageBank, textsOf } from './language-bank.ts'
import { isLatin } from './words.ts'

const LATIN = '\\p{Script=Latin}0-9 .,?!;:’\\-–—_%€'

/** The characters allowed in stems and options. */
const ALLOWED: Record<Language, string> = {
  english: `${LATIN}“”`,
  spanish: `${LATIN}¿¡«»“”ºª`,
  french: `${LATIN}\u00a0\u202f«»“”`,
  german: `${LATIN}„“»«`,
  italian: `${LATIN}«»“”`,
  japanese: 'ぁ-ゖァ-ヺー々〆\\p{Script=Han}0-9０-９、。「」『』？！・〜_',
  korean: '가-힣0-9 .,?!:·~%‘’“”_',
  chinese: '\\p{Script=Han}0-9，。？！；：、“”‘’《》·_',
}

const ADVICE: Record<string, string> = {
  "'": 'Write the apostrophe as ’.',
  '"': 'Write the quotation marks of the language.',
}

const shown = (character: string) =>
  `“${character}” (U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')})`

/** Rule 19: stems and options contain only letters and marks of their language. */
export function scriptErrors(bank: LanguageBank): BankError[] {
  const foreign = new RegExp(`[^${ALLOWED[bank.language]}]`, 'gu')
  return bank.items.flatMap((item) =>
    textsOf(item).flatMap((text) =>
      [...new Set(text.normalize('NFC').match(foreign) ?? [])].map((character) => {
        const advice = ADVICE[character] ?? `Write “${text}” with the letters and marks of the language.`
        return fail(item.id, 19, `${shown(character)} is not used in ${bank.language}. ${advice}`)
      }),
    ),
  )
}

/** Rule 19: texts are in NFC without outer or double spaces, and notes use the same typography. */
export function encodingErrors(bank: LanguageBank): BankError[] {
  return bank.items.flatMap((item) => {
    const texts = [...textsOf(item), ...item.why]
    const decomposed = texts.filter((text) => text !== text.normalize('NFC'))
    const spaced = texts.filter((text) => text !== text.trim() || /\s{2}/.test(text))
    const straight = item.why.filter((note) => /['"]/.test(note))
    return [
      ...decomposed.map((text) => fail(item.id, 19, `“${text}” is not in the composed form. Save it in NFC.`)),
      ...spaced.map((text) => fail(item.id, 19, `“${text}” has an extra space. Remove it.`)),
      ...straight.map((note) => look(item.id, 19, `A note has a straight mark. Write ’ or “ ”: ${note}`)),
    ]
  })
}

const simplify = Converter({ from: 't', to: 'cn' })

/** Rule 19: Chinese is written in simplified characters. */
export function traditionalErrors(bank: LanguageBank): BankError[] {
  if (bank.language !== 'chinese') return []
  return bank.items.flatMap((item) =>
    textsOf(item).flatMap((text) => {
      const simplified = simplify(text)
      if (simplified === text) return []
      return [fail(item.id, 19, `${quoted([text])} has traditional characters. Write ${quoted([simplified])}.`)]
    }),
  )
}

/** Rule 19: a sentence in Latin letters starts with a capital. */
export function capitalErrors(bank: LanguageBank): BankError[] {
  if (!isLatin(bank.language)) return []
  return bank.items.flatMap((item) => {
    if (!/^[¿¡«“„»]?\s?\p{Ll}/u.test(item.question)) return []
    return [fail(item.id, 19, `The sentence starts with a lowercase letter. Write a capital: ${item.question}`)]
  })
}

// Words with Swiss spelling or the spelling from before 1996, except those that look like current German words.
const SWISS = new RegExp(
  '(?<!\\p{L})(strasse|gross(?!ist)|grösse|weiss|heiss|fuss(?!el)|spass|draussen|aussen(?!d)|ausser|schliess|fliess' +
    '|geniess|grüss|süss|bloss|massnahme|massstab)',
  'iu',
)
const BEFORE_1996 = /(?<!\p{L})daß|muß|wußt|läßt|bißchen|schluß|fluß|häßlich|prozeß|streß|gewiß|(?<!\p{L})naß/iu

/** Rule 19: ß and ss follow the current spelling in Germany. */
export function germanEszettErrors(bank: LanguageBank): BankError[] {
  if (bank.language !== 'german') return []
  return bank.items.flatMap((item) =>
    textsOf(item).flatMap((text) => {
      const found = text.match(SWISS)?.[0] ?? text.match(BEFORE_1996)?.[0]
      return found ? [fail(item.id, 19, `“${found}” is not current spelling. Swap ss and ß: ${text}`)] : []
    }),
  )
}
