import type { Item } from '#quiz/bank.ts'
import { INCORRECT_OPTIONS } from '#quiz/constants.ts'
import { type BankError, fail } from './bank-error.ts'
import { type LanguageBank, sentences } from './language-bank.ts'

/** The number of the rule about notes. */
const NOTES = 2

const MAX_NOTE_LENGTH = 215
const MAX_KEY_NOTE_LENGTH = 230

/** The forms of the tested language quoted in a note. */
const quotedForms = (note: string) => [...note.matchAll(/“([^”]+)”/g)].map(([, form = '']) => form)

function textError(note: string, longest: number): string | undefined {
  if (note.trim() === '') return 'is empty. Explain'
  if ([...note].length > longest) return `has ${[...note].length} characters. Shorten it to at most ${longest}`
  if (!/[.!?][”)]?$/.test(note)) return 'has no end mark. End it with . or ! or ?'
  if (quotedForms(note).length === 0) return 'quotes nothing of its question. Put the form in question in “ ”'
  return undefined
}

/**
 * A sentence has three notes, each explaining why its distractor is wrong. A picture has none: its words just have
 * other meanings.
 */
export function noteErrors(bank: LanguageBank): BankError[] {
  return bank.items.flatMap((item) => {
    if (item.image)
      return item.why.length === 0
        ? []
        : [fail(item.id, NOTES, 'A picture needs no “why” notes. Leave the list empty.')]
    if (item.why.length !== INCORRECT_OPTIONS)
      return [
        fail(item.id, NOTES, `There are ${item.why.length} “why” notes. Write three, in the order of “incorrect”.`),
      ]
    return item.why.flatMap((note, index) => {
      const error = textError(note, MAX_NOTE_LENGTH)
      return error ? [fail(item.id, NOTES, `Note ${index + 1} (on “${item.incorrect[index]}”) ${error}.`)] : []
    })
  })
}

/** No note repeats another. */
export function sameNoteErrors(bank: LanguageBank): BankError[] {
  return sentences(bank)
    .filter(({ why }) => new Set(why).size < why.length)
    .map(({ id }) => fail(id, NOTES, 'Two notes are identical. Explain the error of each option.'))
}

/** A sentence explains why its key is right. */
export function keyNoteErrors(bank: LanguageBank): BankError[] {
  return sentences(bank).flatMap(({ id, whyRight }) => {
    const error =
      whyRight === undefined ? 'is missing. Explain why the key is right' : textError(whyRight, MAX_KEY_NOTE_LENGTH)
    return error ? [fail(id, NOTES, `“whyRight” ${error}.`)] : []
  })
}

const fold = (text: string) => text.toLocaleLowerCase().replaceAll('’', "'")

/** Whether a sentence contains all parts of an option (“ne … pas”), in order. */
function contains(sentence: string, option: string): boolean {
  let rest = fold(sentence)
  return fold(option)
    .split(/\s*…\s*/)
    .every((part) => {
      const at = rest.indexOf(part)
      rest = rest.slice(at + part.length)
      return at >= 0
    })
}

function pairError({ incorrect, pair }: Item): string | undefined {
  if (!pair) return undefined
  if (!incorrect.includes(pair.option)) return `is about “${pair.option}”, which is not a wrong option. Use one`
  if (!contains(pair.sentence, pair.option))
    return `does not use “${pair.option}”. Write a sentence in which it is right`
  return undefined
}

/** A pair's sentence uses one of the wrong options. */
export function pairErrors(bank: LanguageBank): BankError[] {
  return bank.items.flatMap((item) => {
    const error = pairError(item)
    return error ? [fail(item.id, NOTES, `The pair ${error}.`)] : []
  })
}

/** Only a vocabulary sentence has a word to learn, and only if it differs from the key. */
export function wordErrors(bank: LanguageBank): BankError[] {
  return bank.items.flatMap(({ id, image, point, word, correct }) => {
    if (word === undefined) return []
    if (image || !point.startsWith('V')) return [fail(id, NOTES, 'Only a vocabulary sentence has a “word”. Remove it.')]
    return correct.includes(word) ? [fail(id, NOTES, `“word” repeats the key “${word}”. Remove it.`)] : []
  })
}
