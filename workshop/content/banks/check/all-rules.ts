import type { ItemReading } from '../item-readings.ts'
import { articleErrors, englishArticleErrors } from './agreement.ts'
import { anchorErrors, c1DepthErrors } from './anchor.ts'
import { keyLengthErrors, repeatedKeyErrors } from './balance.ts'
import type { BankError } from './bank-error.ts'
import { cellErrors, pointNameErrors } from './blueprint.ts'
import { capErrors, contextErrors, trapErrors } from './caps.ts'
import { clueErrors } from './clues.ts'
import { elisionAfterBlankErrors, elisionBeforeBlankErrors, italianArticleErrors } from './elision.ts'
import { enemyNameErrors, formErrors, levelErrors } from './form.ts'
import { particleAfterBlankErrors, particleOptionErrors } from './korean-particles.ts'
import type { LanguageBank } from './language-bank.ts'
import { keyNoteErrors, noteErrors, pairErrors, sameNoteErrors, wordErrors } from './notes.ts'
import { escapeOptionErrors, optionLengthErrors, sameOptionErrors } from './options.ts'
import { kanaErrors, pictureItemErrors } from './pictures.ts'
import { prepositionNoteErrors } from './prepositions.ts'
import { endMarkErrors, openingMarkErrors, quotationErrors, spaceBeforeMarkErrors } from './punctuation.ts'
import { aimErrors, readErrors, levelErrors as readLevelErrors } from './read.ts'
import { capitalErrors, encodingErrors, germanEszettErrors, scriptErrors, traditionalErrors } from './script.ts'
import { blankErrors, lengthErrors, negationErrors, repeatedStemErrors } from './stems.ts'

type Rule = (bank: LanguageBank) => BankError[]

const CONTENT_RULES: readonly Rule[] = [
  levelErrors,
  enemyNameErrors,
  cellErrors,
  capErrors,
  contextErrors,
  trapErrors,
  anchorErrors,
  c1DepthErrors,
  noteErrors,
  sameNoteErrors,
  keyNoteErrors,
  pairErrors,
  wordErrors,
  prepositionNoteErrors,
  blankErrors,
  sameOptionErrors,
  englishArticleErrors,
  articleErrors,
  elisionBeforeBlankErrors,
  elisionAfterBlankErrors,
  italianArticleErrors,
  particleAfterBlankErrors,
  particleOptionErrors,
  optionLengthErrors,
  keyLengthErrors,
  lengthErrors,
  negationErrors,
  escapeOptionErrors,
  clueErrors,
  repeatedStemErrors,
  repeatedKeyErrors,
  scriptErrors,
  encodingErrors,
  traditionalErrors,
  capitalErrors,
  germanEszettErrors,
  endMarkErrors,
  openingMarkErrors,
  spaceBeforeMarkErrors,
  quotationErrors,
  pictureItemErrors,
  kanaErrors,
]

function inOrder(errors: readonly BankError[]): BankError[] {
  return errors.toSorted(
    (left, right) =>
      (left.item ?? 0) - (right.item ?? 0) || left.rule - right.rule || left.severity.localeCompare(right.severity),
  )
}

/** All findings about a bank, in item order. */
export function bankErrors(bank: LanguageBank): BankError[] {
  const isWhole = bank.items.length === bank.entries.length
  // While an item is malformed, counts over the bank would only repeat that it's missing.
  const content = CONTENT_RULES.flatMap((rule) => rule(bank)).filter((error) => isWhole || error.item !== null)
  return inOrder([...formErrors(bank), ...content])
}

/** All mismatches between a bank and the names of its blueprint cells. */
export function pointsErrors(bank: LanguageBank): BankError[] {
  return inOrder(pointNameErrors(bank))
}

/** All gaps between a bank and its blind readings. */
export function readingErrors(bank: LanguageBank, readings: readonly ItemReading[]): BankError[] {
  // While an item is malformed, a level's shares would only repeat that it's missing.
  const isWhole = bank.items.length === bank.entries.length
  return inOrder([
    ...readErrors(bank, readings),
    ...(isWhole ? [...aimErrors(bank, readings), ...readLevelErrors(bank, readings)] : []),
  ])
}
