/**
 * One finding about a bank. `item` is null if it concerns the bank as a whole. A `fail` must be fixed. A `look` is a
 * suspect for a person to decide about. A `release` may remain while banks are being written, but not in a release.
 * Rules 1 to 20 are the item-writing rules; four more numbers are below.
 */
export type BankError = { item: number | null; rule: number; severity: 'fail' | 'look' | 'release'; message: string }

/** The rule number for errors in the form of the file: fields, types, ids, counts. */
export const FORM = 0

/** The rule number for errors in picture items, words, and files. */
export const PICTURES = 21

/** The rule number for topics and dialogues. */
export const BREADTH = 22

/** The rule number for kana and pinyin. */
export const RUBY = 23

/** An error that must be fixed. */
export function fail(item: number | null, rule: number, message: string): BankError {
  return { item, rule, severity: 'fail', message }
}

/** A suspect for a person to decide about. */
export function look(item: number | null, rule: number, message: string): BankError {
  return { item, rule, severity: 'look', message }
}

/** Something to settle before a release. */
export function toRelease(item: number | null, rule: number, message: string): BankError {
  return { item, rule, severity: 'release', message }
}

/** The name of a rule in the output. */
export function ruleName(rule: number): string {
  if (rule === FORM) return 'form'
  if (rule === PICTURES) return 'pictures'
  if (rule === BREADTH) return 'breadth'
  if (rule === RUBY) return 'readings'
  return `rule ${rule}`
}

/** Texts in quotation marks and joined by commas, for messages. */
export function quoted(texts: readonly string[]): string {
  return texts.map((text) => `“${text}”`).join(', ')
}
