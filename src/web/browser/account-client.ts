import type * as account from '#contract/account.ts'
import type { Id } from '#contract/ids.ts'
import type * as profile from '#contract/profile.ts'
import type * as reports from '#contract/reports.ts'
import type * as signIn from '#contract/sign-in.ts'
import { urls } from '#contract/urls.ts'
import type { Level } from '#quiz/constants.ts'
import type { Language } from '#quiz/languages.ts'
import { levelNumber } from '#quiz/profile.ts'
import { call, type ReplyOf } from './api-client.ts'

/** The data that a one-time code is verified against. */
export type CodeChallenge = ReplyOf<typeof signIn.postCode>['data']

/** Where a code goes, as typed by the user. */
export type CodeTarget = { channel: signIn.CodeChannel; target: string }

/** The query may contain `hl`, the language of the message. */
export function requestCode({ channel, target }: CodeTarget) {
  return call<typeof signIn.postCode>('POST', urls.codes, { query: location.search, body: { channel, target } })
}

export function createSession(challengeId: string, code: string) {
  return call<typeof signIn.postSession>('POST', urls.sessions, { body: { challenge_id: challengeId, code } })
}

export function endSession() {
  return call<typeof signIn.deleteCurrentSession>('DELETE', urls.currentSession)
}

export function getFoundation() {
  return call<typeof profile.getFoundation>('GET', urls.foundation)
}

export function postProfile(body: profile.ProfileUpdate) {
  return call<typeof profile.postProfile>('POST', urls.profile, { body })
}

export function postOnboarding(language: Language, level: number) {
  const body = { primary_learning_language: language, primary_learning_level: level }
  return call<typeof profile.postOnboarding>('POST', urls.onboarding, { body })
}

export function getOwnPurposes(userId: Id) {
  return call<typeof profile.getUser>('GET', urls.user(userId), { query: { has_detail: '1', has_language: '1' } })
}

export function getPurposeOptions(language: Language) {
  return call<typeof profile.getPurposes>('GET', urls.purposes, { query: { language } })
}

export function renameAccount(nickname: string) {
  return call<typeof account.patchAccount>('PATCH', urls.accountData, { body: { nickname } })
}

/** Null for none. */
export function changeCountry(country: string | null) {
  return call<typeof account.patchAccount>('PATCH', urls.accountData, { body: { country_id: country } })
}

export function getEarlierResults(before: string) {
  return call<typeof account.getAccount>('GET', urls.accountData, { query: { before } })
}

export function endAllSessions() {
  return call<typeof account.deleteSessions>('DELETE', urls.sessions)
}

export function shareReport(attemptId: string) {
  return call<typeof reports.createReport>('POST', urls.reports, { body: { assessment_id: attemptId } })
}

export function stopSharing(reportId: string) {
  return call<typeof reports.deleteReport>('DELETE', urls.sharedReport(reportId))
}

export function deleteAccount() {
  return call<typeof account.deleteAccount>('DELETE', urls.accountData)
}

/** The full language list with the result's entry changed or added, as POST /v2/me/profile expects it. */
export function withResult(
  list: readonly profile.KnownLanguage[],
  language: Language,
  level: Level,
): profile.ProfileUpdate {
  const entry = { language, level: levelNumber(level), is_learning: true }
  const hasEntry = list.some((one) => one.language === language)
  const next = hasEntry ? list.map((one) => (one.language === language ? entry : one)) : [...list, entry]
  return {
    language: {
      language_s: next.map((one) => one.language),
      level_s: next.map((one) => one.level),
      is_learning_s: next.map((one) => one.is_learning),
    },
  }
}
