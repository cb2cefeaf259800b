import { LEVELS } from '#quiz/constants.ts'
import { type BankError, fail, look } from './bank-error.ts'
import { type LanguageBank, optionsOf, sentences } from './language-bank.ts'
import { sameForm } from './words.ts'

const MOST = 0.35

const percent = (share: number) => `${Math.round(share * 100)}%`

/** Rule 8: within a level, the key isn't the longest or shortest option more often than chance would make it. */
export function keyLengthErrors(bank: LanguageBank): BankError[] {
  return LEVELS.flatMap((level) => {
    const items = sentences(bank).filter((item) => item.level === level)
    if (items.length === 0) return []
    const lengths = items.map((item) => optionsOf(item).map((option) => [...option].length))
    const share = (wins: (key: number, other: number) => boolean) =>
      lengths.filter(([key = 0, ...others]) => others.every((other) => wins(key, other))).length / items.length
    const longest = share((key, other) => key > other)
    const shortest = share((key, other) => key < other)
    if (longest > MOST)
      return [
        fail(
          null,
          8,
          `${level}: the key is the longest option in ${percent(longest)} of the items. Lengthen distractors.`,
        ),
      ]
    if (shortest > MOST)
      return [look(null, 8, `${level}: the key is the shortest option in ${percent(shortest)} of the items.`)]
    return []
  })
}

/** Rule 17: no key answers more than two items of a level. */
export function repeatedKeyErrors(bank: LanguageBank): BankError[] {
  return bank.items.flatMap((item) => {
    const key = sameForm(item.correct[0] ?? '')
    const earlier = bank.items.filter(
      (other) => other.level === item.level && other.id < item.id && sameForm(other.correct[0] ?? '') === key,
    )
    if (earlier.length < 2) return []
    const ids = earlier.map(({ id }) => id).join(' and ')
    return [
      fail(item.id, 17, `The key “${item.correct[0]}” answers items ${ids} of ${item.level} too. Test another word.`),
    ]
  })
}
