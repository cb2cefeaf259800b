import { LEVELS, type Level, NATIVE_LEVEL } from './constants.ts'
import type { Language } from './languages.ts'

/** A level as a number in the language list: A1 to C2 are 1 to 6. */
export function levelNumber(level: Level): number {
  return LEVELS.indexOf(level) + 1
}

export type ProfileCardFacts = {
  isPro: boolean
  isTutor: boolean
  registerStatus: number
  /** Null or empty if the account has no language list. */
  languageList: readonly { language: string; level: number; isLearning: boolean }[] | null
  language: Language
  level: Level
}

/** The effect of a result on a profile: show the card, update silently, or nothing. */
export type ProfileCardAction = 'card' | 'onboard' | 'update' | 'none'

/** The register status during an onboarding elsewhere, which must not be disturbed (Specification §4). */
const ONBOARDING_ELSEWHERE = 4

/**
 * The profile-update rule (Specification §4): nothing for pros and tutors; below 4, a silent onboarding; exactly 4,
 * nothing; above 4, a silent update without a language list, nothing if the language is native there or already learned
 * at this level, else the card.
 */
export function profileCardAction(facts: ProfileCardFacts): ProfileCardAction {
  const { isPro, isTutor, registerStatus, languageList, language, level } = facts
  if (isPro || isTutor || registerStatus === ONBOARDING_ELSEWHERE) return 'none'
  if (registerStatus < ONBOARDING_ELSEWHERE) return 'onboard'
  if (!languageList || languageList.length === 0) return 'update'
  const entry = languageList.find((one) => one.language === language)
  if (entry?.level === NATIVE_LEVEL) return 'none'
  const isUpToDate = entry?.level === levelNumber(level) && entry.isLearning
  return isUpToDate ? 'none' : 'card'
}

/** The purpose names of Specification §3. We decide which section shows which of them. */
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

/** The learner (Specification §3, §4). */
export const PURPOSE_ROLES = ['adult', 'kids'] as const

export type PurposeRole = (typeof PURPOSE_ROLES)[number]
