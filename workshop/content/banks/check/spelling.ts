import nspell from 'nspell'
import type { Language } from '#quiz/languages.ts'
import { type BankError, look, quoted } from './bank-error.ts'
import { BLANK, type LanguageBank, textsOf } from './language-bank.ts'
import { segmentErrors } from './segments.ts'
import { withoutAccents } from './words.ts'

type Dictionary = { aff: Uint8Array; dic: Uint8Array }

/** The dictionaries that nspell can read. It doesn't support the compound rules of the Korean one. */
const DICTIONARIES: Partial<Record<Language, () => Promise<{ default: Dictionary }>>> = {
  english: () => import('dictionary-en'),
  spanish: () => import('dictionary-es'),
  french: () => import('dictionary-fr'),
  german: () => import('dictionary-de'),
  italian: () => import('dictionary-it'),
}

/** The rule number for spelling. */
const RULE = 19

type Speller = (word: string) => boolean

/**
 * Prefix rules for elided words, which are split beforehand. In French, these rules make six out of seven forms and
 * take most of the time.
 */
const ELISIONS = /^PFX \S*' .*\n/gm

/** nspell expands all forms of all entries, and never finishes with the Italian dictionary. */
const ENDLESS: readonly Language[] = ['italian']
const START = 3
const startOf = (word: string) => withoutAccents(word).toLowerCase().slice(0, START)

/**
 * A speller that knows at least the forms of these words. From an endless dictionary, it gets no prefix rules (elided
 * words are split beforehand), and only entries that are short or begin like one of the words.
 */
function spellerFor(words: readonly string[], dictionary: Dictionary, isEndless: boolean): Speller {
  const decoder = new TextDecoder()
  const aff = decoder.decode(dictionary.aff)
  // In nspell, “only in compounds” on one entry hides the same word in another.
  const compoundOnly = aff.match(/^ONLYINCOMPOUND (\S)/m)?.[1]
  const starts = new Set(words.map(startOf))
  const entries = decoder
    .decode(dictionary.dic)
    .split('\n')
    .slice(1)
    .filter((line) => {
      const [entry = '', flags = ''] = (line.split(/\s/)[0] ?? '').split('/')
      const isWanted = !isEndless || entry.length < START || starts.has(startOf(entry))
      return isWanted && !(compoundOnly && flags.includes(compoundOnly))
    })
  const speller = nspell({
    aff: aff.replace(isEndless ? /^PFX .*\n/gm : ELISIONS, ''),
    dic: [entries.length, ...entries].join('\n'),
  })
  return (word) => speller.correct(word) || speller.correct(word.replace(/’/g, "'"))
}

/** The words in a text. Within a sentence, a capital marks a name, except in German. */
function spelledWords(text: string, language: Language): string[] {
  const words = text.replace(BLANK, ' … ').match(/[\p{L}\p{N}’-]*[\p{L}\p{N}]’?/gu) ?? []
  return words.filter(
    (word, index) => !/\p{N}/u.test(word) && (language === 'german' || index === 0 || !/^\p{Lu}/u.test(word)),
  )
}

const partsOf = (word: string) => word.split(/(?<=’)|-/u).filter((part) => part !== '')

/** Whether a German word is a compound of two known ones, with or without a linking sound. */
function isCompound(word: string, isKnown: Speller): boolean {
  const capital = (part: string) => part.charAt(0).toUpperCase() + part.slice(1)
  const isPart = (part: string) => isKnown(part) || isKnown(capital(part))
  return Array.from({ length: Math.max(word.length - 5, 0) }, (_, index) => index + 3).some((cut) => {
    const head = word.slice(0, cut)
    return [head, head.replace(/(s|n|en|es)$/, '')].some(isPart) && isPart(word.slice(cut))
  })
}

/** The words of stems and options that the dictionary of the language doesn't know; never fails. */
export async function spellingErrors(bank: LanguageBank): Promise<BankError[]> {
  const load = DICTIONARIES[bank.language]
  if (!load) return segmentErrors(bank)
  const { default: dictionary } = await load()
  const used = bank.items.map((item) => ({
    id: item.id,
    words: textsOf(item).flatMap((text) => spelledWords(text, bank.language)),
  }))
  const all = used.flatMap(({ words }) => words).flatMap((word) => [word, ...partsOf(word)])
  const isKnown = spellerFor(all, dictionary, ENDLESS.includes(bank.language))
  const isRight = (word: string) =>
    isKnown(word) ||
    // Elided words such as l’ or dell’ have no entries.
    (/[’-]/.test(word) && partsOf(word).every((part) => part.endsWith('’') || isKnown(part))) ||
    (bank.language === 'german' && isCompound(word, isKnown))
  return used.flatMap(({ id, words }) => {
    const unknown = [...new Set(words.filter((word) => !isRight(word)))]
    return unknown.length > 0
      ? [look(id, RULE, `The dictionary does not know ${quoted(unknown)}. Check the spelling.`)]
      : []
  })
}
