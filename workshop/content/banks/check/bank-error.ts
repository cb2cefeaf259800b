/**
 * One finding about a bank. `item` is null when it concerns the bank as a whole. A `fail` must be fixed; a `look` is
 * a suspect that a person decides. A `release` may stand while banks are being written and must be settled before a
 * release. Rules 1 to 20 are those of the item-writing rules, four more numbers stand below.
 */
export type BankError = { item: number | null; rule: number; severity: 'fail' | 'look' | 'release'; message: string }

/** The number under which errors of the file's form are reported: fields, types, ids, counts. */
export const FORM = 0

/** The number under which errors of picture items, words and files are reported. */
export const PICTURES = 21

/** The number under which topics and dialogues are reported. */
export const BREADTH = 22

/** The number under which kana and pinyin are reported. */
export const RUBY = 23

/** An error that must be fixed. */
export function fail(item: number | null, rule: number, message: string): BankError {
  return { item, rule, severity: 'fail', message }
}

/** A suspect that a person decides. */
export function look(item: number | null, rule: number, message: string): BankError {
  return { item, rule, severity: 'look', message }
}

/** Something to settle before a release. */
export function toRelease(item: number | null, rule: number, message: string): BankError {
  return { item, rule, severity: 'release', message }
}

/** The name that output gives a rule. */
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
