import type { Language } from '#quiz/languages.ts'
import type { TeacherItem } from './teachers.ts'
import type { CardSet } from './vocabulary.ts'

/** What the server gives to the pages of the embedded marketplace. */
export type TeacherOnPage = TeacherItem & { about: string }

export type TeachersPageData = { language: Language; teachers: TeacherOnPage[]; avatarBaseUrl: string }

export type TeacherPageData = {
  language: Language
  teacher: TeacherOnPage
  languages: Language[]
  /** The beginnings of the next free slots. */
  free: Date[]
  avatarBaseUrl: string
}

export type VocabularyPageData = { set: CardSet; cards: { front: string; back: string }[]; creator: string }
