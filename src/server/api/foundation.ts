import type { Foundation } from '#contract/profile.ts'
import { findLanguages } from '../db/languages.ts'
import { findPurposes } from '../db/purposes.ts'
import type { Database } from '../db/schema.ts'
import type { User } from '../db/users.ts'

/** The profile of an account (Specification §3, user foundation). */
export async function toFoundation(db: Database, user: User): Promise<Foundation> {
  const { is_pro, is_tutor, register_status, learning_language } = user
  return {
    user: { is_pro, is_tutor, register_status, learning_language },
    language_list: await findLanguages(db, user.id),
    purpose_list: await findPurposes(db, user.id),
  }
}
