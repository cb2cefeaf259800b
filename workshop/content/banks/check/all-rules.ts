import type { ItemReading } from '../item-readings.ts'
import { articleProblems, englishArticleProblems } from './agreement.ts'
import { anchorProblems } from './anchor.ts'
import { keyLengthProblems, repeatedKeyProblems } from './balance.ts'
import { cellProblems, pointNameProblems } from './blueprint.ts'
import { capProblems, contextProblems, trapProblems } from './caps.ts'
import { clueProblems } from './clues.ts'
import { elisionAfterBlankProblems, elisionBeforeBlankProblems, italianArticleProblems } from './elision.ts'
import { enemyNameProblems, formProblems, levelProblems } from './form.ts'
import { particleAfterBlankProblems, particleOptionProblems } from './korean-particles.ts'
import type { LanguageBank } from './language-bank.ts'
import { keyNoteProblems, noteProblems, pairProblems, sameNoteProblems, wordProblems } from './notes.ts'
import { escapeOptionProblems, optionLengthProblems, sameOptionProblems } from './options.ts'
import { kanaProblems, pictureItemProblems } from './pictures.ts'
import { prepositionNoteProblems } from './prepositions.ts'
import type { Problem } from './problem.ts'
import { endMarkProblems, openingMarkProblems, quotationProblems, spaceBeforeMarkProblems } from './punctuation.ts'
import { aimProblems, levelProblems as readLevelProblems, readProblems } from './read.ts'
import {
  capitalProblems,
  encodingProblems,
  germanEszettProblems,
  scriptProblems,
  traditionalProblems,
} from './script.ts'
import { blankProblems, lengthProblems, negationProblems, repeatedStemProblems } from './stems.ts'

type Rule = (bank: LanguageBank) => Problem[]

const CONTENT_RULES: readonly Rule[] = [
  levelProblems,
  enemyNameProblems,
  cellProblems,
  capProblems,
  contextProblems,
  trapProblems,
  anchorProblems,
  noteProblems,
  sameNoteProblems,
  keyNoteProblems,
  pairProblems,
  wordProblems,
  prepositionNoteProblems,
  blankProblems,
  sameOptionProblems,
  englishArticleProblems,
  articleProblems,
  elisionBeforeBlankProblems,
  elisionAfterBlankProblems,
  italianArticleProblems,
  particleAfterBlankProblems,
  particleOptionProblems,
  optionLengthProblems,
  keyLengthProblems,
  lengthProblems,
  negationProblems,
  escapeOptionProblems,
  clueProblems,
  repeatedStemProblems,
  repeatedKeyProblems,
  scriptProblems,
  encodingProblems,
  traditionalProblems,
  capitalProblems,
  germanEszettProblems,
  endMarkProblems,
  openingMarkProblems,
  spaceBeforeMarkProblems,
  quotationProblems,
  pictureItemProblems,
  kanaProblems,
]

function inOrder(problems: readonly Problem[]): Problem[] {
  return problems.toSorted(
    (left, right) =>
      (left.item ?? 0) - (right.item ?? 0) || left.rule - right.rule || left.severity.localeCompare(right.severity),
  )
}

/** Everything that the rules say about a bank, in the order of the items. */
export function bankProblems(bank: LanguageBank): Problem[] {
  const isWhole = bank.items.length === bank.entries.length
  // While an item is malformed, counts over the bank would only repeat that it is missing.
  const content = CONTENT_RULES.flatMap((rule) => rule(bank)).filter((problem) => isWhole || problem.item !== null)
  return inOrder([...formProblems(bank), ...content])
}

/** Everything that is wrong between a bank and the names of its blueprint cells. */
export function pointsProblems(bank: LanguageBank): Problem[] {
  return inOrder(pointNameProblems(bank))
}

/** Everything that is missing between a bank and its blind readings. */
export function readingProblems(bank: LanguageBank, readings: readonly ItemReading[]): Problem[] {
  // While an item is malformed, shares of a level would only repeat that it is missing.
  const isWhole = bank.items.length === bank.entries.length
  return inOrder([
    ...readProblems(bank, readings),
    ...(isWhole ? [...aimProblems(bank, readings), ...readLevelProblems(bank, readings)] : []),
  ])
}
