import { Ledger, type Reading, readingHash } from '../readings.ts'

/** What somebody who reads the language says of a marked-up text; `wrong` says what is in its notes. */
export type RubyReading = Reading & { verdict: 'good' | 'wrong'; notes: string }

/** The readings of all kana and pinyin. */
export const RUBY_LEDGER = new Ledger<RubyReading>('ruby')

/** The hash of what was read: a text, marked up. */
export function rubyHash(marked: string): string {
  return readingHash(marked)
}
