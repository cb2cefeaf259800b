import type { CorpusRank, ListLevel } from '#quiz/bank.ts'
import type { Level } from '#quiz/constants.ts'
import { LANGUAGES, type Language } from '#quiz/languages.ts'
import { ANCHOR_LISTS, EQUAL_AIMS, listDistance } from '../anchor-lists.ts'
import { C1_DEPTH, CORPUS_RANKS, c1Depth } from '../c1-depth.ts'
import { type BankError, BREADTH, fail, look, PICTURES, toRelease } from './bank-error.ts'
import { type LanguageBank, type PictureKey, sentences } from './language-bank.ts'

/** The forms in film subtitles by frequency; an anchor has the better rank of the dictionary and the printed form. */
const CORPUS = 'OpenSubtitles 2018'

/** The range of ranks that includes nineteen in twenty keys of a level. */
const RANKS: Partial<Record<Level, readonly [from: number, to: number]>> = {
  B1: [200, 20_000],
  B2: [2_500, Number.POSITIVE_INFINITY],
  C1: [10_000, Number.POSITIVE_INFINITY],
  C2: [25_000, Number.POSITIVE_INFINITY],
}

/** The error in the name of a list or its level; empty if there is none. */
function listError({ list, level }: ListLevel, language: Language): string {
  const known = Object.keys(ANCHOR_LISTS).filter((name) => ANCHOR_LISTS[name]?.language === language)
  if (!known.includes(list)) return `“${list}” is not a list for ${language}. Use ${known.join(', ')}.`
  const levels = Object.keys(ANCHOR_LISTS[list]?.levels ?? {})
  return level === null || levels.includes(level) ? '' : `${list} has no “${level}”. Use ${levels.join(', ')}.`
}

/** A vocabulary key that is a word names the source of its level, and is at most one level away from it. */
export function anchorErrors(bank: LanguageBank): BankError[] {
  return sentences(bank).flatMap(({ id, level, point, anchor }) => {
    if (anchor === null) return []
    if (!anchor)
      return point.startsWith('V')
        ? [toRelease(id, BREADTH, 'Its key has no “anchor”. Name a list or a rank, or write null for a phrase.')]
        : []
    return [
      ...('list' in anchor ? listErrors(bank.language, id, level, anchor) : []),
      ...('corpus' in anchor ? rankErrors(id, level, anchor) : []),
    ]
  })
}

function listErrors(language: Language, id: number, level: Level, anchor: ListLevel): BankError[] {
  const error = listError(anchor, language)
  if (error) return [fail(id, BREADTH, error)]
  if (Math.abs(listDistance(anchor, level) ?? 0) < 2) return []
  return [look(id, BREADTH, `${anchor.list} has its key at ${anchor.level}, the item is ${level}. A reader decides.`)]
}

function rankErrors(id: number, level: Level, { corpus, rank }: CorpusRank): BankError[] {
  if (corpus !== CORPUS) return [fail(id, BREADTH, `“${corpus}” is not a known corpus. Use ${CORPUS}.`)]
  const [from, to] = RANKS[level] ?? [1, Number.POSITIVE_INFINITY]
  const place = rank ?? CORPUS_RANKS + 1
  if (place >= from && place <= to) return []
  const what = place > to ? 'rare' : 'frequent'
  return [look(id, BREADTH, `Its key is ${what} for ${level} (rank ${rank ?? 'beyond all'}). A reader decides.`)]
}

/** C1 words go equally deep in all languages. */
export function c1DepthErrors({ language, items }: LanguageBank): BankError[] {
  const { words, listed, medianRank, isInBand } = c1Depth(language, items)
  if (isInBand) return []
  const found =
    medianRank === undefined
      ? `${listed} of ${words} words are listed at C1 or next to it. Bring it to half.`
      : `the median rank of its words is ${medianRank}. Bring it to ${C1_DEPTH.from} to ${C1_DEPTH.to}.`
  return [toRelease(null, BREADTH, `C1: ${found}`)]
}

/**
 * Every picture's words name the source of their level in all languages, and enough of them are at the picture's
 * level.
 */
export function pictureAnchorErrors(pictureKeys: readonly PictureKey[]): BankError[] {
  const words = pictureKeys.flatMap(({ key, level, words, anchors }) =>
    LANGUAGES.flatMap((language) => {
      const named = `“${key}” in ${language}`
      const anchor = anchors[language]
      if (!anchor) return [fail(null, PICTURES, `${named} has no anchor. Name a list and its level.`)]
      const error = listError(anchor, language)
      if (error) return [fail(null, PICTURES, `${named}: ${error}`)]
      if (Math.abs(listDistance(anchor, level) ?? 0) < 2) return []
      const said = `${anchor.list} has “${words[language]}” at ${anchor.level}, the picture is ${level}.`
      return [look(null, PICTURES, `${named}: ${said} Is there a closer one?`)]
    }),
  )
  if (words.some(({ severity }) => severity === 'fail')) return words
  const levels = Object.entries(EQUAL_AIMS).flatMap(([level, aim]) => {
    const equal = pictureKeys
      .filter((entry) => entry.level === level)
      .flatMap(({ anchors }) =>
        Object.values(anchors).filter((anchor) => listDistance(anchor, level as Level) === 0),
      ).length
    if (equal >= aim) return []
    return [fail(null, PICTURES, `${equal} words of ${level} are ${level} on their list. Bring it to ${aim}.`)]
  })
  return [...words, ...levels]
}
