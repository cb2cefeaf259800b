import type { Item } from '#quiz/bank.ts'
import type { Language } from '#quiz/languages.ts'
import { bankErrors } from './all-rules.ts'
import { type LanguageBank, languageBank, readLanguageBank } from './language-bank.ts'

/** A sentence item in each language without findings; tests plant one error in it. */
const GOOD: Record<Language, Pick<Item, 'question' | 'correct' | 'incorrect'>> = {
  english: {
    question: 'My neighbour ____ the piano every evening before dinner with her son.',
    correct: ['plays'],
    incorrect: ['makes', 'turns', 'moves'],
  },
  spanish: {
    question: 'Mi vecina ____ el piano todas las tardes antes de cenar.',
    correct: ['toca'],
    incorrect: ['juega', 'mueve', 'gira'],
  },
  french: {
    question: 'Ma voisine ____ du piano chaque soir avant le dîner.',
    correct: ['joue'],
    incorrect: ['prend', 'tient', 'lit'],
  },
  german: {
    question: 'Meine Nachbarin ____ jeden Abend vor dem Essen auf dem Klavier.',
    correct: ['spielt'],
    incorrect: ['macht', 'dreht', 'stellt'],
  },
  italian: {
    question: 'La mia vicina ____ il pianoforte ogni sera prima di cena.',
    correct: ['suona'],
    incorrect: ['gioca', 'gira', 'batte'],
  },
  japanese: {
    question: '隣の人は毎晩ご飯の前にピアノを____。',
    correct: ['弾く'],
    incorrect: ['読む', '着る', '脱ぐ'],
  },
  korean: {
    question: '옆집 사람은 매일 저녁 식사 전에 피아노를 ____.',
    correct: ['친다'],
    incorrect: ['민다', '쓴다', '판다'],
  },
  chinese: {
    question: '我的邻居每天晚饭以前都要____一会儿钢琴。',
    correct: ['弹'],
    incorrect: ['打', '拉', '吹'],
  },
}

/** The position of the planted sentence: the first one at B1. */
export const PLACE = 61

/** A bank with a correct sentence at PLACE, modified by `change`; the point is G1 unless changed. */
export function plantedBank(language: Language, change: Record<string, unknown> = {}): LanguageBank {
  const good = GOOD[language]
  const notes = {
    whyRight: `“${good.correct[0]}” is what goes with it.`,
    why: good.incorrect.map((option) => `“${option}” does not fit here.`),
  }
  const item = {
    id: PLACE,
    level: 'B1',
    ...good,
    image: '',
    point: 'G1',
    structure: 'one verb',
    traps: ['field', 'field', 'field'],
    ...notes,
    anchor: { corpus: 'OpenSubtitles 2018', rank: 5000 },
  }
  return replaced(language, { [PLACE]: { ...item, ...change } })
}

/** A language's real bank with some entries replaced, by id. */
export function replaced(language: Language, changes: Record<number, unknown>): LanguageBank {
  const { entries, points, pictureKeys } = readLanguageBank(language)
  const changed = entries.map((entry, index) => (index + 1 in changes ? changes[index + 1] : entry))
  return languageBank(language, changed, points, pictureKeys)
}

/** The findings about one item or the whole bank, such as `4 fail`, with each rule and severity once. */
export function reportedOn(item: number | null, bank: LanguageBank): string[] {
  const reports = bankErrors(bank).filter((error) => error.item === item)
  return [...new Set(reports.map(({ rule, severity }) => `${rule} ${severity}`))]
}

/** The findings about the correct sentence after a change. */
export function reportedAfter(language: Language, change: Record<string, unknown>): string[] {
  return reportedOn(PLACE, plantedBank(language, change))
}
