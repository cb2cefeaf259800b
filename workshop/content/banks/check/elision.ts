import { aroundBlank, misfits } from './agreement.ts'
import { type BankError, look } from './bank-error.ts'
import { type LanguageBank, sentences } from './language-bank.ts'
import { withoutAccents, wordsOf } from './words.ts'

const firstWord = (text: string) => withoutAccents(wordsOf(text)[0] ?? '')

// French doesn't elide before an aspirated h. These are the beginnings of words with one, and the ha- words whose h is
// mute.
const ASPIRATED = new RegExp(
  '^(hein|heler|henn|heriss|hernie|heron|heros$|herse|hetre|heurt|hibou|hic|hideu|hierarch|hippie|hiss' +
    '|hobby|hoch|hockey|hold|hollande|homard|hong|hont|hoquet|horde|hors|hotte|hou' +
    '|hublot|huche|huee|huguenot|huit(?!r)|hurl|huss|hutte)',
)
const MUTE_HA = /^(hab|haleine|halet|hallu|halogen|halter|hamecon|harmon)/
const NO_ELISION = /^(onz|oui$|ouistiti|uhlan|y[aeiou])/

function frenchVowel(text: string): boolean {
  const word = firstWord(text)
  if (/^y(eux|euse)?$/.test(word)) return true
  if (word.startsWith('h')) return MUTE_HA.test(word) || !(word.startsWith('ha') || ASPIRATED.test(word))
  return /^[aeiouyœæ]/.test(word) && !NO_ELISION.test(word)
}

function italianVowel(text: string): boolean {
  // The h of ho, hai, ha, hanno is mute.
  return /^(h?[aeiou])/.test(firstWord(text))
}

type Elision = {
  /** Elided words, as written before the apostrophe. */
  short: RegExp
  /** Words that lose their vowel before another. */
  full: RegExp
  /** Words that may keep their vowel, so a person decides. */
  optional: RegExp
  isVowel: (text: string) => boolean
}

const ELISIONS: Partial<Record<string, Elision>> = {
  french: {
    short: /^(l|d|qu|j|n|s|c|m|t|jusqu|lorsqu|puisqu|quoiqu)$/,
    full: /^(le|la|de|que|je|ne|se|me|te|ce|ma|ta|sa|jusque|lorsque|puisque|quoique)$/,
    optional: /^$/,
    isVowel: frenchVowel,
  },
  italian: {
    short: /^(l|un|dell|all|nell|sull|dall|coll|quell|bell|sant|c|d|s|m|t|v|n|quest|anch|senz|mezz|quand|nient)$/,
    full: /^(lo|la|dello|della|allo|alla|nello|nella|sullo|sulla|dallo|dalla|quello|quella|bello|bella)$/,
    // These may be pronouns, which keep their vowel before a verb.
    optional: /^(lo|la|quello|quella)$/,
    isVowel: italianVowel,
  },
}

/** Rule 6: a word before the blank is elided if, and only if, every option starts with a vowel. */
export function elisionBeforeBlankErrors(bank: LanguageBank): BankError[] {
  const elision = ELISIONS[bank.language]
  if (!elision) return []
  return sentences(bank).flatMap((item) => {
    const [, word = '', gap = ''] =
      aroundBlank(item)
        .before.toLowerCase()
        .match(/(?<!\p{L})(\p{L}+)([’ ])$/u) ?? []
    if (gap === '’' && elision.short.test(word))
      return misfits(item, elision.isVowel, `After “${word}’” every option must begin with a vowel`)
    if (gap !== ' ' || !elision.full.test(word)) return []
    const found = misfits(item, (option) => !elision.isVowel(option), `Before a vowel, “${word}” is elided`)
    return elision.optional.test(word) ? found.map(({ item: id, rule, message }) => look(id, rule, message)) : found
  })
}

const FRENCH_ENDS = /(?<!\p{L})(de|que|je|ne|le|la|se|me|te|jusque|lorsque|puisque|quoique)$/iu

/** Rule 6: an option ending in a word that French elides is elided if a vowel follows the blank. */
export function elisionAfterBlankErrors(bank: LanguageBank): BankError[] {
  if (bank.language !== 'french') return []
  return sentences(bank).flatMap((item) => {
    const { after } = aroundBlank(item)
    if (!/^ \p{L}/u.test(after)) return []
    const isVowel = frenchVowel(after)
    const fits = (option: string) => (option.endsWith('’') ? isVowel : !(FRENCH_ENDS.test(option) && isVowel))
    return misfits(item, fits, 'Elide before a vowel and nowhere else')
  })
}

/** Before s plus a consonant, z, gn, ps, and the like, Italian uses lo and uno instead of il and un. */
const isImpure = (text: string) => /^(s[^aeiouh]|z|gn|ps|pn|x|y)/.test(firstWord(text))
const isPlain = (text: string) => !italianVowel(text) && !isImpure(text)

const ITALIAN_ARTICLES: readonly { articles: RegExp; fits: (option: string) => boolean }[] = [
  { articles: /^(il|del|al|dal|nel|sul|quel|i|dei|ai|dai|nei|sui|quei)$/, fits: isPlain },
  { articles: /^un$/, fits: (option) => !isImpure(option) },
  { articles: /^(uno|dello|allo|dallo|nello|sullo)$/, fits: isImpure },
  {
    articles: /^(gli|degli|agli|dagli|negli|sugli|quegli)$/,
    fits: (option) => italianVowel(option) || isImpure(option),
  },
]

/** Rule 6: an Italian masculine article before the blank fits the first sound of every option of a vocabulary item. */
export function italianArticleErrors(bank: LanguageBank): BankError[] {
  if (bank.language !== 'italian') return []
  return sentences(bank).flatMap((item) => {
    const article =
      aroundBlank(item)
        .before.toLowerCase()
        .match(/(?<!\p{L})(\p{L}+) $/u)?.[1] ?? ''
    const rule = ITALIAN_ARTICLES.find(({ articles }) => articles.test(article))
    // In a grammar item, “gli” and “uno” are more often pronouns.
    if (!rule || !item.point.startsWith('V')) return []
    return misfits(item, rule.fits, `All options must go with “${article}”`)
  })
}
