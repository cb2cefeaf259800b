import type { Item } from '#quiz/bank.ts'
import type { Language } from '#quiz/languages.ts'
import { type BankError, fail, look, quoted } from './bank-error.ts'
import { BLANK, type LanguageBank, optionsOf, sentences } from './language-bank.ts'
import { wordsOf } from './words.ts'

/** The text directly before and after the blank. */
export function aroundBlank(item: Item): { before: string; after: string } {
  const [before = '', after = ''] = item.question.split(BLANK)
  return { before, after }
}

/**
 * Rule 6 for one item: options that don't fit the word next to them. In a grammar item, a form that doesn't fit may be
 * the point, so only a person can decide, as long as the key fits.
 */
export function misfits(item: Item, fits: (option: string) => boolean, advice: string): BankError[] {
  const wrong = optionsOf(item).filter((option) => !fits(option))
  if (wrong.length === 0) return []
  const mayBePoint = item.point.startsWith('G') && !wrong.includes(item.correct[0] ?? '')
  const found = mayBePoint ? look : fail
  return [found(item.id, 6, `${quoted(wrong)} does not fit next to the blank. ${advice}: ${item.question}`)]
}

// Spelled with a vowel but spoken with a consonant, and vice versa.
const SPOKEN_CONSONANT = /^(uni(?!n|m[^o])|unan|us[aeu]|ut[eio]|eu|ewe|one$|once$|ubi|ura|uri)/
const SPOKEN_VOWEL = /^([aeiou]|hour|honest|honour|honor|heir)/

/** Rule 6: “a” or “an” before the blank fits the first sound of every option. */
export function englishArticleErrors(bank: LanguageBank): BankError[] {
  if (bank.language !== 'english') return []
  return sentences(bank).flatMap((item) => {
    const article = aroundBlank(item)
      .before.match(/(?<!\p{L})(an?) $/iu)?.[1]
      ?.toLowerCase()
    if (!article) return []
    const takesAn = (option: string) => {
      const first = wordsOf(option)[0] ?? ''
      return SPOKEN_VOWEL.test(first) && !SPOKEN_CONSONANT.test(first)
    }
    return misfits(item, (option) => takesAn(option) === (article === 'an'), `All options must go with “${article}”`)
  })
}

const ARTICLES: Partial<Record<Language, string>> = {
  spanish: 'el la los las un una unos unas al del este esta estos estas ese esa esos esas',
  french: 'le la les un une des du au aux ce cet cette ces mon ma mes ton ta tes son sa ses',
  german:
    'der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner ' +
    'im am zum zur vom beim ins',
  italian: 'il lo la i gli le un uno una del dello della dei degli delle al allo alla nel nello nella sul sullo sulla',
}

/**
 * Rule 6: an article before the blank of a vocabulary item reveals gender and number, so a person compares the options.
 */
export function articleErrors(bank: LanguageBank): BankError[] {
  const articles = ARTICLES[bank.language]?.split(' ')
  if (!articles) return []
  return sentences(bank).flatMap((item) => {
    const article = aroundBlank(item)
      .before.match(/(?<!\p{L})(\p{L}+) $/u)?.[1]
      ?.toLowerCase()
    if (!item.point.startsWith('V') || !article || !articles.includes(article)) return []
    return [
      look(item.id, 6, `Check that every option has the gender and number of “${article}”: ${quoted(optionsOf(item))}`),
    ]
  })
}
