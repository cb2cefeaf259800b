import { aroundBlank, misfits } from './agreement.ts'
import { type BankError, fail, quoted } from './bank-error.ts'
import { type LanguageBank, optionsOf, sentences } from './language-bank.ts'

/** Particles in the form after a final consonant and in the form after a vowel. */
const PARTICLES: readonly (readonly [afterConsonant: string, afterVowel: string])[] = [
  ['은', '는'],
  ['이', '가'],
  ['을', '를'],
  ['과', '와'],
  ['으로', '로'],
  ['이나', '나'],
  ['이랑', '랑'],
  ['이라도', '라도'],
  ['이나마', '나마'],
  ['은커녕', '는커녕'],
  ['으로서', '로서'],
  ['으로써', '로써'],
  ['으로부터', '로부터'],
  ['이야말로', '야말로'],
]
// The calling particle looks like a verb ending; before a comma or ! it's unambiguous.
const CALLING: readonly [string, string] = ['아', '야']

const FIRST_SYLLABLE = 0xac00
const FINALS = 28
const FINAL_RIEUL = 8

/** The number of a word's final consonant: 0 if it ends in a vowel, undefined if it doesn't end in Hangul. */
function finalOf(word: string): number | undefined {
  const last = word.trim().at(-1) ?? ''
  return /[가-힣]/.test(last) ? (last.charCodeAt(0) - FIRST_SYLLABLE) % FINALS : undefined
}

/** Whether a particle has the form that a word requires. */
function fits(word: string, particle: string, [afterConsonant, afterVowel]: readonly [string, string]): boolean {
  const final = finalOf(word)
  if (final === undefined) return true
  // After ㄹ it's 로, as after a vowel.
  const asVowel = final === 0 || (final === FINAL_RIEUL && afterVowel.startsWith('로'))
  return particle === (asVowel ? afterVowel : afterConsonant)
}

function pairOf(particle: string): readonly [string, string] | undefined {
  return PARTICLES.find((pair) => pair.includes(particle))
}

/** Rule 6: a Korean particle directly after the blank has the form that every option requires. */
export function particleAfterBlankErrors(bank: LanguageBank): BankError[] {
  if (bank.language !== 'korean') return []
  return sentences(bank).flatMap((item) => {
    const [, particle = '', next = ''] = aroundBlank(item).after.match(/^([가-힣]+)(.?)/) ?? []
    const isCalling = CALLING.includes(particle) && /[,!]/.test(next)
    const pair = isCalling ? CALLING : pairOf(particle)
    if (!pair) return []
    const wrong = optionsOf(item).filter((option) => !fits(option, particle, pair))
    if (wrong.length === 0) return []
    const advice = 'Choose other options or put the particle into the options'
    return [fail(item.id, 6, `${quoted(wrong)} does not take “${particle}”. ${advice}: ${item.question}`)]
  })
}

/** Rule 6: a particle option has the form that the word before the blank requires. */
export function particleOptionErrors(bank: LanguageBank): BankError[] {
  if (bank.language !== 'korean') return []
  return sentences(bank).flatMap((item) => {
    const { before } = aroundBlank(item)
    if (!/[가-힣]$/.test(before)) return []
    const fitting = (option: string) => {
      const pair = pairOf(option)
      return !pair || fits(before, option, pair)
    }
    return misfits(item, fitting, 'Write the form that the final sound requires')
  })
}
