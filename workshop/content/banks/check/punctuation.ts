import type { Item } from '#quiz/bank.ts'
import type { Language } from '#quiz/languages.ts'
import { type BankError, fail } from './bank-error.ts'
import { type LanguageBank, sentences } from './language-bank.ts'
import { isLatin, isUnspaced } from './words.ts'

/** Rule 19: every stem ends with an end mark of its language. */
export function endMarkErrors(bank: LanguageBank): BankError[] {
  const marks = isUnspaced(bank.language) ? '。？！' : '.?!'
  const end = new RegExp(`[${marks}][”»“」]?$`, 'u')
  return sentences(bank).flatMap(({ id, question }) =>
    end.test(question)
      ? []
      : [fail(id, 19, `The stem has no end mark. End it with one of ${[...marks].join(' ')}: ${question}`)],
  )
}

/** Rule 19: Spanish opens every question with ¿ and every exclamation with ¡. */
export function openingMarkErrors(bank: LanguageBank): BankError[] {
  if (bank.language !== 'spanish') return []
  return sentences(bank).flatMap(({ id, question }) => {
    const marks = question.replace(/[^¿?¡!]/g, '')
    if (/^(¿\?|¡!)*$/.test(marks)) return []
    return [
      fail(
        id,
        19,
        `The marks ${[...marks].join(' ')} are not paired. Open with ¿ or ¡, close with ? or !: ${question}`,
      ),
    ]
  })
}

/** Rule 19: French has a no-break space before ? ! ; : and inside « »; the other Latin-script languages don't. */
export function spaceBeforeMarkErrors(bank: LanguageBank): BankError[] {
  if (!isLatin(bank.language)) return []
  return sentences(bank).flatMap(({ id, question }) => {
    if (bank.language !== 'french')
      return /\s[?!;:,.]/.test(question)
        ? [fail(id, 19, `There is a space before a punctuation mark. Remove it: ${question}`)]
        : []
    const errors: string[] = []
    if (/[^\u00a0\u202f?!][?!;:]/u.test(question)) errors.push('before ? ! ; :')
    if (/«[^\u00a0\u202f]|[^\u00a0\u202f]»/u.test(question)) errors.push('inside « »')
    if (/\s[,.]/.test(question))
      return [fail(id, 19, `There is a space before a comma or full stop. Remove it: ${question}`)]
    return errors.map((place) => fail(id, 19, `A no-break space is missing ${place}. Write U+202F: ${question}`))
  })
}

/** The pairs of quotation marks allowed in a language; a bank uses only one of them. */
const QUOTES: Record<Language, readonly string[]> = {
  english: ['“”'],
  spanish: ['«»', '“”'],
  french: ['«»'],
  german: ['„“', '»«'],
  italian: ['«»', '“”'],
  japanese: ['「」'],
  korean: ['“”'],
  chinese: ['“”'],
}

const marksOf = (item: Item) => item.question.replace(/[^“”„«»「」]/g, '')
const isPairOf = (marks: string, pair: string) => marks === pair.repeat(marks.length / 2)

/** Rule 19: quotation marks are paired, belong to the language, and are the same throughout the bank. */
export function quotationErrors(bank: LanguageBank): BankError[] {
  const styles = QUOTES[bank.language]
  const quoting = sentences(bank).filter((item) => marksOf(item) !== '')
  const users = (pair: string) => quoting.filter((item) => isPairOf(marksOf(item), pair)).length
  const common = styles.toSorted((left, right) => users(right) - users(left))[0] ?? ''
  return quoting.flatMap((item) => {
    if (isPairOf(marksOf(item), common)) return []
    const isStyle = styles.some((pair) => isPairOf(marksOf(item), pair))
    const error = isStyle ? 'differ from the other items' : 'are not a pair in this language'
    return [fail(item.id, 19, `The quotation marks ${error}. Write ${[...common].join(' … ')}: ${item.question}`)]
  })
}
