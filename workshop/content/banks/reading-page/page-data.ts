import type { Item } from '#quiz/bank.ts'
import type { Language } from '#quiz/languages.ts'
import type { Judgment } from '../item-readings.ts'
import type { Score } from '../score.ts'

/**
 * The addresses that the reading page and its server share, below the page's own: `/` on this machine, `/{secret}` for
 * whoever was sent the link, `/{secret}/{reader}` for one of them.
 */
export const readingUrls = {
  data: '/api/page',
  judgment: '/api/judgment',
  finish: '/api/finish',
  readers: '/api/readers',
} as const

/** An item with all that an author wants to know of it. */
export type OpenEntry = {
  item: Item
  pointName: string
  /** In a random order, as a visitor gets them. */
  options: string[]
  /** What the blind readings say of its present wording, in one sentence. */
  reading: string
}

export type OpenPage = { mode: 'open'; language: Language; start: number; entries: OpenEntry[] }

/** An item as a blind reader gets it: the ref says neither place nor level. */
export type BlindEntry = { ref: string; question: string; image: string; options: string[] }

export type BlindPage = {
  mode: 'blind'
  language: Language
  reader: string
  /** Whether the reader was sent a link. */
  isShared: boolean
  entries: BlindEntry[]
  /** What was judged so far, by ref. */
  judged: Record<string, Judgment>
  /** Once the reader has finished. */
  score: Score | null
}

/** What somebody sees who was sent the link. */
export type WelcomePage = { mode: 'welcome'; language: Language }

export type PageData = OpenPage | BlindPage | WelcomePage
