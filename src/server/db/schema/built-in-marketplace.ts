import type { Generated, GeneratedAlways } from 'kysely'
import type { TeacherCard } from '#contract/import-files.ts'
import type { Level } from '#quiz/constants.ts'
import type { Language } from '#quiz/languages.ts'
import type { Json } from './columns.ts'

/** The built-in marketplace: teachers, vocabulary sets, and the community. */
export type BuiltInMarketplaceTables = {
  /** Written by teacher-imports.ts. */
  teachers: {
    user_id: number
    card: Json<TeacherCard>
  }
  /** Written by teacher-imports.ts. */
  teacher_languages: { user_id: number; language: Language }
  /** A teacher's free time. Written by teacher-imports.ts. */
  teacher_slots: { user_id: number; start_time: Date; end_time: Date }
  /** Without a creator, a set is the product's own. Written by vocabulary.ts. */
  vocabulary_sets: {
    card_set_id: GeneratedAlways<number>
    title: string
    front_language: Language
    back_language: Language
    language_level: Level
    text_code: Json<string[]>
    creator_id: number | null
    copied_count: Generated<number>
    import_key: string | null
  }
  /** Written by vocabulary.ts. */
  vocabulary_cards: { card_set_id: number; position: number; front: string; back: string }
  /** A report posted with a few words. Written by posts.ts. */
  community_posts: { id: string; report_id: string; text: Generated<string>; created_at: Generated<Date> }
}
