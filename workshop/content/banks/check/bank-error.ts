/** The rules by number. No command checks the missing numbers. */
const RULES = {
  0: 'form: fields, types, ids, counts',
  1: 'the blueprint: two items in each cell',
  2: 'one right answer, which a blind reader finds and the notes explain',
  3: 'one blank, always marked the same, and not at the beginning',
  4: 'four different options',
  5: 'the form of the key gives nothing away',
  6: 'options fit the words next to the blank',
  7: 'options of similar length',
  8: 'the length of the key gives nothing away',
  9: 'wrong options are right elsewhere',
  13: 'the length of a stem suits its level',
  14: 'at most one negation',
  15: 'every option fills the blank: no “all of these”, no “I don’t know”',
  16: 'the stem contains no word of the key',
  17: 'no item repeats another or gives it away',
  19: 'script, spelling, and punctuation',
  20: 'readers confirm the level',
  21: 'pictures, their words and files',
  22: 'breadth: topics, structures, dialogues, sources of words',
  23: 'readings in kana and pinyin',
} as const

export type RuleNumber = keyof typeof RULES

/**
 * One finding about a bank. `item` is null if it concerns the bank as a whole. A `fail` must be fixed. A `look` is a
 * suspect for a person to decide about. A `release` may remain while banks are being written, but not in a release.
 */
export type BankError = {
  item: number | null
  rule: RuleNumber
  severity: 'fail' | 'look' | 'release'
  message: string
}

export const FORM = 0
export const PICTURES = 21
export const BREADTH = 22
export const RUBY = 23

/** An error that must be fixed. */
export function fail(item: number | null, rule: RuleNumber, message: string): BankError {
  return { item, rule, severity: 'fail', message }
}

/** A suspect for a person to decide about. */
export function look(item: number | null, rule: RuleNumber, message: string): BankError {
  return { item, rule, severity: 'look', message }
}

/** Something to settle before a release. */
export function toRelease(item: number | null, rule: RuleNumber, message: string): BankError {
  return { item, rule, severity: 'release', message }
}

/** The name of a rule in the output. */
export function ruleName(rule: RuleNumber): string {
  return `rule ${rule} (${RULES[rule]})`
}

/** Texts in quotation marks and joined by commas, for messages. */
export function quoted(texts: readonly string[]): string {
  return texts.map((text) => `“${text}”`).join(', ')
}
