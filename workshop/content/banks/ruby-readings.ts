import { Ledger, type Reading, readingHash } from '../readings.ts'

/** The judgment of a marked-up text by a reader of the language; the notes explain `wrong`. */
export type RubyReading = Reading & { verdict: 'good' | 'wrong'; notes: string }

/** The readings of all kana and pinyin. */
export const RUBY_LEDGER = new Ledger<RubyReading>('ruby')

/** The hash of the marked-up text that was read. */
export function rubyHash(marked: string): string {
  return readingHash(marked)
}
