import type { Language } from '#quiz/languages.ts'
import words from './words.json' with { type: 'json' }

/** What a blind reader reads beside the items. */
export type ReaderWords = {
  title: string
  none: string
  defensible: string
  level: string
  cannotSay: string
  natural: string
  note: string
  back: string
  next: string
  finish: string
  chooseFirst: string
  levelFirst: string
  /** With `{position}` and `{total}`. */
  count: string
  /** Only for readers who were sent a link. */
  lead: string
  howLong: string
  name: string
  nameHint: string
  nameTaken: string
  role: string
  roles: Record<ReaderRole, string>
  start: string
  pause: string
  paused: string
  pausedLead: string
  goOn: string
  offline: string
  thanks: string
  thanksLead: string
  agreed: string
  levelAgreed: string
  /** With `{part}` and `{whole}`. */
  of: string
  otherwise: string
  ours: string
  yours: string
}

/** What somebody has to do with the language; stands with their name in the record. */
export const READER_ROLES = ['teacher', 'first language', 'learned it'] as const
export type ReaderRole = (typeof READER_ROLES)[number]

/** In the language of the bank: whoever can judge its items reads that. */
export const READER_WORDS: Record<Language, ReaderWords> = words

/** A text with its numbers. */
export function withNumbers(text: string, numbers: Record<string, number>): string {
  return text.replace(/\{(\w+)\}/g, (_, name) => String(numbers[name]))
}
