/** The purpose names of Specification §3. Which section shows which is ours (docs/decisions/008). */
export const PURPOSES = [
  'work',
  'exams_or_schools',
  'settle_in_a_new_country',
  'family_or_relationships',
  'prepare_for_a_trip',
  'hobbies_or_cultural_interest',
  'brain_training',
  'prepare_for_school_exams',
  'language_proficiency_exams',
  'family_or_cultural_interest',
  'other_purpose',
] as const

export type Purpose = (typeof PURPOSES)[number]

/** Who learns (Specification §3, §4). */
export const PURPOSE_ROLES = ['adult', 'kids'] as const

export type PurposeRole = (typeof PURPOSE_ROLES)[number]

/** Specification §5: the free text of 'other purpose'. */
export const OTHER_PURPOSE_MAX = 200

/** Specification §5: at most 200 characters (code points), at least one of them not white space. */
export function isOtherPurposeText(text: string): boolean {
  return /\S/u.test(text.replace(/\p{White_Space}|\p{Cf}/gu, '')) && [...text].length <= OTHER_PURPOSE_MAX
}
