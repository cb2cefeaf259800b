import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
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

export type PostOnPage = {
  id: string
  report_id: string
  text: string
  created_at: Date
  nickname: string
  avatar_file_name: string
  language: Language
  level: Level
  /** What whoever looks may do with it. */
  removal: 'delete' | 'takeDown' | null
}

export type CommunityPageData = {
  /** Newest first. */
  posts: PostOnPage[]
  isFirst: boolean
  /** The post after which the older ones begin; null when there are none. */
  older: string | null
  avatarBaseUrl: string
}
