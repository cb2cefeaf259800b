import type { Language } from '#quiz/languages.ts'
import { type BankError, look, quoted } from './bank-error.ts'
import { BLANK, type LanguageBank, optionsOf } from './language-bank.ts'

/** The dictionaries of languages that need word segmentation. */
const DICTIONARIES: Partial<Record<Language, string>> = {
  japanese: 'embedded://ipadic',
  korean: 'embedded://ko-dic',
  chinese: 'embedded://cc-cedict',
}

/** The same rule as for the other dictionaries. */
const RULE = 19

type Token = { surface: string; isUnknown: boolean }

async function tokenizerOf(dictionary: string): Promise<(text: string) => Token[]> {
  const { TokenizerBuilder } = await import('lindera-wasm-nodejs-cjk')
  const builder = new TokenizerBuilder()
  builder.setDictionary(dictionary)
  builder.setMode('normal')
  const tokenizer = builder.build()
  return (text) => {
    const tokens: Record<string, string>[] = tokenizer.tokenize(text)
    return tokens.map((token) => ({ surface: token.surface ?? '', isUnknown: Object.values(token).includes('UNK') }))
  }
}

const lettersOf = (text: string) => text.match(/\p{L}/gu) ?? []

/**
 * The words in Japanese, Korean, and Chinese sentences and options that a dictionary doesn't know; never fails.
 */
export async function segmentErrors({ language, items }: LanguageBank): Promise<BankError[]> {
  const dictionary = DICTIONARIES[language]
  if (!dictionary) return []
  const tokensOf = await tokenizerOf(dictionary)
  const unknownIn = (text: string) =>
    tokensOf(text)
      // A single syllable is usually an ending merged with the previous syllable.
      .filter(({ surface, isUnknown }) => isUnknown && lettersOf(surface).length > 1)
      .map(({ surface }) => surface)
  /** A word that splits into its characters isn't in the dictionary; a Korean one splits into its endings. */
  const fallsApart = (word: string) =>
    language !== 'korean' &&
    lettersOf(word).length > 1 &&
    tokensOf(word).every(({ surface }) => lettersOf(surface).length <= 1)
  const sentences = items.filter(({ question }) => question)
  return sentences.flatMap((item) => {
    const options = optionsOf(item)
    const unknown = [
      ...options.flatMap((option) => unknownIn(item.question.replace(BLANK, option))),
      ...(item.point.startsWith('V') ? options.filter(fallsApart) : []),
    ]
    return unknown.length > 0
      ? [look(item.id, RULE, `The dictionary does not know ${quoted([...new Set(unknown)])}. Check the spelling.`)]
      : []
  })
}
