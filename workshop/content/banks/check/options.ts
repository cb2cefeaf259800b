import type { Language } from '#quiz/languages.ts'
import { type BankError, fail, quoted } from './bank-error.ts'
import { type LanguageBank, optionsOf, sentences } from './language-bank.ts'
import { isLatin, sameForm } from './words.ts'

/** Rule 4: the four options differ in more than capitals, outer spaces, and width. */
export function sameOptionErrors(bank: LanguageBank): BankError[] {
  return bank.items.flatMap((item) => {
    const options = optionsOf(item)
    const forms = options.map(sameForm)
    const repeated = options.filter((_, index) => forms.indexOf(forms[index] ?? '') !== index)
    if (repeated.length === 0) return []
    return [fail(item.id, 4, `${quoted(repeated)} appears twice among the options. Write four different options.`)]
  })
}

const MAX_LENGTH_RATIO = 1.8

/** Rule 7: the options of a sentence have similar lengths. */
export function optionLengthErrors(bank: LanguageBank): BankError[] {
  const tolerance = isLatin(bank.language) ? 4 : 2
  return sentences(bank).flatMap((item) => {
    const lengths = optionsOf(item).map((option) => [...option].length)
    const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)]
    if (longest <= MAX_LENGTH_RATIO * shortest || longest - shortest <= tolerance) return []
    return [fail(item.id, 7, `The options have ${shortest} to ${longest} characters. Make them more similar.`)]
  })
}

const NO_OPTION: Record<Language, readonly string[]> = {
  english: [
    'all of the above',
    'none of the above',
    'all of them',
    'none of them',
    'both',
    'both of them',
    'i don’t know',
  ],
  spanish: [
    'todas las anteriores',
    'ninguna de las anteriores',
    'todos los anteriores',
    'ambos',
    'ambas',
    'no sé',
    'no lo sé',
  ],
  french: [
    'toutes les réponses',
    'aucune des réponses',
    'aucune de ces réponses',
    'les deux',
    'tous les deux',
    'je ne sais pas',
  ],
  german: [
    'alle genannten',
    'alle oben',
    'keine der genannten',
    'keines davon',
    'beide',
    'beides',
    'ich weiß nicht',
    'weiß nicht',
  ],
  italian: [
    'tutte le precedenti',
    'nessuna delle precedenti',
    'entrambi',
    'entrambe',
    'tutti e due',
    'non so',
    'non lo so',
  ],
  japanese: [
    'すべて正しい',
    '上のすべて',
    '以上のすべて',
    'どれでもない',
    '両方',
    'どちらも',
    'わからない',
    '分からない',
    '知らない',
  ],
  korean: [
    '모두 맞다',
    '모두 정답',
    '위의 모두',
    '해당 없음',
    '정답 없음',
    '둘 다',
    '모름',
    '모르겠다',
    '모르겠어요',
    '모르겠습니다',
  ],
  chinese: ['以上都是', '以上都对', '以上都不是', '以上都不对', '都对', '都不对', '两者都是', '不知道', '我不知道'],
}

/** Rule 15: no option refers to other options or means “I don't know”. */
export function escapeOptionErrors(bank: LanguageBank): BankError[] {
  const forms = NO_OPTION[bank.language].map(sameForm)
  return bank.items.flatMap((item) => {
    const escapes = optionsOf(item).filter((option) =>
      forms.includes(
        sameForm(option)
          .replace(/'/g, '’')
          .replace(/[.。]$/, ''),
      ),
    )
    if (escapes.length === 0) return []
    return [fail(item.id, 15, `${quoted(escapes)} does not fill the gap. Write an option that does.`)]
  })
}
