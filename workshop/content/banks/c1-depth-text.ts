import { LANGUAGES, type Language } from '#quiz/languages.ts'
import { C1_DEPTH, CORPUS_RANKS, c1Depth } from './c1-depth.ts'
import { readLanguageBank } from './check/language-bank.ts'
import { capitalized } from './figures.ts'

/** The values from the first comparison, on 2026-11-28. */
const BEFORE: Readonly<Record<Language, string>> = {
  english: 'rank 17,000',
  spanish: 'rank beyond 50,000',
  french: 'rank 33,000',
  german: 'rank 46,000',
  japanese: '3 of 9',
  korean: '3 of 7',
  chinese: '2 of 20',
  italian: 'rank beyond 50,000',
}

const rankText = (rank: number) => (rank > CORPUS_RANKS ? 'rank beyond 50,000' : `rank ${rank.toLocaleString('en')}`)

function depthRow(language: Language): string {
  const { words, listed, medianRank } = c1Depth(language, readLanguageBank(language).items)
  const now = medianRank === undefined ? `${listed} of ${words}` : rankText(medianRank)
  return `| ${[capitalized(language), words, BEFORE[language], now].join(' | ')} |`
}

/** The summary's section on how deep C1 goes. */
export function depthSection(): string {
  return `## Depth of C1

C1 keys that are a single word tested for its own meaning. In Chinese, Japanese, and Korean, whose lists reach C1, at least ${C1_DEPTH.listed * 100}% of them are on the list, at C1
or one level off. In the other languages, their median rank is between ${C1_DEPTH.from / 1000},000 and ${C1_DEPTH.to / 1000},000 among the ${CORPUS_RANKS / 1000},000 most frequent forms in film subtitles (OpenSubtitles
2018, CC BY-SA 4.0): the better of the dictionary form and the printed form, rounded to two digits. Inflected verbs look rarer than they are.

| language | words | before | now |
|---|--:|---|---|
${LANGUAGES.map(depthRow).join('\n')}`
}
