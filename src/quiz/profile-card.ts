import type { Language } from './languages.ts'
import { LEVELS, type Level } from './levels.ts'

/** Specification §9: 7 means native in the language list. */
export const NATIVE_LEVEL = 7

/** A level as the language list numbers it: A1 to C2 are 1 to 6. */
export function levelNumber(level: Level): number {
  return LEVELS.indexOf(level) + 1
}

export type KnownLanguage = { language: string; level: number; is_learning: boolean }

export type ProfileCardFacts = {
  isPro: boolean
  isTutor: boolean
  registerStatus: number
  /** Null or empty when the account has no language list. */
  languageList: readonly KnownLanguage[] | null
  language: Language
  level: Level
}

/** What a result does to a profile: show the card, write without asking, or nothing. */
export type ProfileCardAction = 'card' | 'onboard' | 'update' | 'none'

/** Register status at which onboarding is open elsewhere and is left alone (design §7). */
const ONBOARDING_ELSEWHERE = 4

/**
 * The profile-update rule (Specification §4): nothing for pros and tutors; below 4 a silent onboarding; exactly 4 nothing; above 4 a
 * silent update without a language list, nothing when the language is native there or already stands at this level as a learned one, else the card.
 */
export function profileCardAction(facts: ProfileCardFacts): ProfileCardAction {
  const { isPro, isTutor, registerStatus, languageList, language, level } = facts
  if (isPro || isTutor || registerStatus === ONBOARDING_ELSEWHERE) return 'none'
  if (registerStatus < ONBOARDING_ELSEWHERE) return 'onboard'
  if (!languageList || languageList.length === 0) return 'update'
  const known = languageList.find((entry) => entry.language === language)
  if (known?.level === NATIVE_LEVEL) return 'none'
  const isUpToDate = known?.level === levelNumber(level) && known.is_learning
  return isUpToDate ? 'none' : 'card'
}
