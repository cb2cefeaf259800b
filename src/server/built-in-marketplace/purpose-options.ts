import type { LearningPurpose, PurposeOption, PurposeOptions } from '#contract/profile.ts'
import { isShownText } from '#contract/typed-text.ts'
import { MAX_OTHER_PURPOSE_LENGTH } from '#quiz/constants.ts'
import type { Purpose, PurposeRole } from '#quiz/profile.ts'

/** A purpose with its tags. Text codes are keys of the interface texts; equal names share one. */
function option(name: Purpose, ...tags: string[]): PurposeOption {
  const text_code = `purpose.${name}`
  if (tags.length === 0) return { name, text_code }
  return { name, text_code, tags: tags.map((tag) => ({ name: tag, text_code: `purpose.tag.${tag}` })) }
}

/** Our own choice of purposes and tags per section. */
const OPTIONS: Record<PurposeRole, PurposeOption[]> = {
  adult: [
    option('work', 'job_interview', 'meetings_and_presentations', 'emails_and_writing', 'customers_and_travel'),
    option('exams_or_schools', 'language_certificate', 'university_entrance', 'study_abroad', 'school_course'),
    option('settle_in_a_new_country', 'everyday_life', 'housing_and_authorities', 'finding_work', 'citizenship_test'),
    option('family_or_relationships', 'partner', 'parents_and_relatives', 'children', 'friends'),
    option('prepare_for_a_trip', 'holiday', 'business_trip', 'long_stay'),
    option('hobbies_or_cultural_interest', 'films_and_series', 'books', 'music', 'games', 'history_and_culture'),
    option('brain_training'),
    option('other_purpose'),
  ],
  kids: [
    option('prepare_for_school_exams', 'primary_school', 'secondary_school', 'school_entrance'),
    option('language_proficiency_exams', 'first_certificate', 'school_certificate', 'language_certificate'),
    option('family_or_cultural_interest', 'parents_and_relatives', 'second_mother_tongue', 'history_and_culture'),
    option('prepare_for_a_trip', 'holiday', 'school_exchange', 'long_stay'),
    option('other_purpose'),
  ],
}

/** The available purposes, without those for children where they're hidden (Specification §6). */
export function purposeOptions({ hasKids }: { hasKids: boolean }): PurposeOptions {
  return { adult_purpose: OPTIONS.adult, kids_purpose: hasKids ? OPTIONS.kids : [] }
}

/** Whether the purpose is in its role's section, with one of its tags, no tag, or other_purpose's free text. */
export function isOfferedPurpose({ role, purpose, sub_purpose }: LearningPurpose): boolean {
  const chosen = OPTIONS[role].find(({ name }) => name === purpose)
  if (!chosen) return false
  if (purpose === 'other_purpose') return isShownText(sub_purpose, MAX_OTHER_PURPOSE_LENGTH)
  return sub_purpose === '' || (chosen.tags ?? []).some(({ name }) => name === sub_purpose)
}
