import { LEVELS, type Level } from '#quiz/constants.ts'
import { type BankError, BREADTH, fail, look, toRelease } from './bank-error.ts'
import { type LanguageBank, sentences } from './language-bank.ts'

const cefr = Object.fromEntries(LEVELS.map((level) => [level, level])) as Record<string, Level>

/** Published lists by name, and the CEFR level of each of their grades. Only references: nothing of a list is here. */
const LISTS: Readonly<Record<string, Readonly<Record<string, Level>>>> = {
  // vocabulary.englishprofile.org, by sense.
  'English Profile': cefr,
  // Glaboniat and others, Profile deutsch (2005): A1 to B2; Goethe-Zertifikat B1, Wortliste.
  'Profile deutsch': cefr,
  'Goethe list': cefr,
  // Spinelli and Parizzi, Profilo della lingua italiana (2010): A1 to B2.
  'Profilo della lingua italiana': cefr,
  // Instituto Cervantes, Plan curricular (2006): A1 to C2.
  'Plan curricular': cefr,
  // cental.uclouvain.be/cefrlex, level of first use.
  FLELex: cefr,
  // jlpt.jp publishes the range of levels of each grade; this is the one that most of it spans.
  JLPT: { N5: 'A1', N4: 'A2', N3: 'B1', N2: 'B2', N1: 'C1' },
  // chinesetest.cn publishes three stages (GF 0025-2021), taken as A, B and C; the halves go by how much they ask for.
  'HSK 3.0': { '1': 'A1', '2': 'A1', '3': 'A2', '4': 'B1', '5': 'B2', '6': 'B2', '7-9': 'C1' },
  // National Institute of Korean Language, vocabulary for learners (2017): beginner, intermediate, advanced.
  NIKL: { beginner: 'A2', intermediate: 'B1', advanced: 'C1' },
}

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

const place = (level: Level) => LEVELS.indexOf(level)

/** A vocabulary key names where its level comes from, and does not contradict it by more than one level. */
export function anchorErrors(bank: LanguageBank): BankError[] {
  return sentences(bank).flatMap(({ id, level, point, anchor }) => {
    if (!anchor)
      return point.startsWith('V') ? [toRelease(id, BREADTH, 'Its key has no “anchor”. Name a list or a rank.')] : []
    if ('list' in anchor) {
      const grades = LISTS[anchor.list]
      if (!grades)
        return [fail(id, BREADTH, `“${anchor.list}” is no list that is known. Use ${Object.keys(LISTS).join(', ')}.`)]
      const given = grades[anchor.level]
      if (!given)
        return [fail(id, BREADTH, `${anchor.list} has no “${anchor.level}”. Use ${Object.keys(grades).join(', ')}.`)]
      return Math.abs(place(given) - place(level)) > 1
        ? [look(id, BREADTH, `${anchor.list} has its key at ${anchor.level}, the item is ${level}. A reader decides.`)]
        : []
    }
    if (!CORPORA.includes(anchor.corpus))
      return [fail(id, BREADTH, `“${anchor.corpus}” is no corpus that is known. Use ${CORPORA.join(', ')}.`)]
    const above = LEVELS[Math.min(place(level) + 1, LEVELS.length - 1)] as Level
    const isRarer = anchor.rank > RANKS[above]
    if (!isRarer && anchor.rank >= EARLIEST[level]) return []
    const what = isRarer ? 'rare' : 'frequent'
    return [look(id, BREADTH, `Its key is ${what} for ${level} (rank ${anchor.rank}). A reader decides.`)]
  })
}
