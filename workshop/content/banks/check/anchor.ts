import type { ListLevel } from '#quiz/bank.ts'
import { LEVELS, type Level } from '#quiz/constants.ts'
import { LANGUAGES, type Language } from '#quiz/languages.ts'
import { ANCHOR_LISTS, EQUAL_AIMS, listDistance } from '../anchor-lists.ts'
import { type BankError, BREADTH, fail, look, PICTURES, toRelease } from './bank-error.ts'
import { type LanguageBank, type PictureKey, sentences } from './language-bank.ts'

/**
 * Free corpora by name, and up to which rank of a word form each level goes: nine in ten of the words of graded lists
 * at the level or below stand before it (SUBTLEX-US and Wikipedia by Onboard 1.4.1, jieba's dictionary).
 */
const RANKS: Readonly<Record<Level, number>> = {
  A1: 7_000,
  A2: 12_000,
  B1: 20_000,
  B2: 31_000,
  C1: 40_000,
  C2: Number.POSITIVE_INFINITY,
}

/** From which rank on a word is rarer than nine in ten of the level's. */
const EARLIEST: Readonly<Record<Level, number>> = { A1: 1, A2: 1, B1: 500, B2: 1000, C1: 1500, C2: 2000 }

const CORPORA: readonly string[] = ['SUBTLEX-US', 'Wikipedia (Onboard 1.4.1)', 'jieba 0.42']

/** What is wrong with the name of a list or its level; empty if nothing is. */
function listError({ list, level }: ListLevel, language: Language): string {
  const known = Object.keys(ANCHOR_LISTS).filter((name) => ANCHOR_LISTS[name]?.language === language)
  if (!known.includes(list)) return `“${list}” is no list of ${language}. Use ${known.join(', ')}.`
  const levels = Object.keys(ANCHOR_LISTS[list]?.levels ?? {})
  return level === null || levels.includes(level) ? '' : `${list} has no “${level}”. Use ${levels.join(', ')}.`
}

/** A vocabulary key names where its level comes from, and doesn't contradict it by more than one level. */
export function anchorErrors(bank: LanguageBank): BankError[] {
  return sentences(bank).flatMap(({ id, level, point, anchor }) => {
    if (!anchor)
      return point.startsWith('V') ? [toRelease(id, BREADTH, 'Its key has no “anchor”. Name a list or a rank.')] : []
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

function rankErrors(id: number, level: Level, { corpus, rank }: { corpus: string; rank: number }): BankError[] {
  if (!CORPORA.includes(corpus))
    return [fail(id, BREADTH, `“${corpus}” is no corpus that is known. Use ${CORPORA.join(', ')}.`)]
  const above = LEVELS[Math.min(LEVELS.indexOf(level) + 1, LEVELS.length - 1)] as Level
  const isRarer = rank > RANKS[above]
  if (!isRarer && rank >= EARLIEST[level]) return []
  const what = isRarer ? 'rare' : 'frequent'
  return [look(id, BREADTH, `Its key is ${what} for ${level} (rank ${rank}). A reader decides.`)]
}

/**
 * The words of every picture name where their level comes from, in all languages, and enough of them are at the
 * picture's level.
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
        LANGUAGES.filter((language) => listDistance(anchors[language], level as Level) === 0),
      ).length
    if (equal >= aim) return []
    return [fail(null, PICTURES, `${equal} words of ${level} are ${level} in their list. Bring it to ${aim}.`)]
  })
  return [...words, ...levels]
}
