import type { AccountData, FoundationReply, ProfileUpdate, PurposeOptions } from '#contract/account.ts'
import type { SharedReport } from '#contract/reports.ts'
import { urls } from '#contract/urls.ts'
import type { Language } from '#quiz/languages.ts'
import { call, type Outcome } from './api-client.ts'

export type CodeChallenge = { challenge_id: string; resend_after_seconds: number }

/** What contains an @ is an email address, anything else a phone number. */
export function requestCode(target: string): Promise<Outcome<CodeChallenge>> {
  return call('POST', `${urls.codes}${location.search}`, { channel: target.includes('@') ? 'email' : 'phone', target })
}

export function createSession(challengeId: string, code: string): Promise<Outcome<unknown>> {
  return call('POST', urls.sessions, { challenge_id: challengeId, code })
}

export function endSession(): Promise<Outcome<unknown>> {
  return call('DELETE', urls.currentSession)
}

export function getFoundation(): Promise<Outcome<FoundationReply>> {
  return call('GET', urls.foundation)
}

export function postProfile(update: ProfileUpdate): Promise<Outcome<unknown>> {
  return call('POST', urls.profile, update)
}

export function postOnboarding(language: Language, level: number): Promise<Outcome<unknown>> {
  return call('POST', urls.onboarding, { primary_learning_language: language, primary_learning_level: level })
}

export function getOwnPurposes(userId: number): Promise<Outcome<Pick<FoundationReply, 'purpose_list'>>> {
  return call('GET', `${urls.user(userId)}?has_detail=1&has_language=1`)
}

export function getPurposeOptions(language: Language): Promise<Outcome<PurposeOptions>> {
  return call('GET', `${urls.purposes}?language=${language}`)
}

export function renameAccount(nickname: string): Promise<Outcome<AccountData>> {
  return call('PATCH', urls.accountData, { nickname })
}

export function shareReport(assessmentId: string): Promise<Outcome<SharedReport>> {
  return call('POST', urls.reports, { assessment_id: assessmentId })
}

export function stopSharing(reportId: string): Promise<Outcome<unknown>> {
  return call('DELETE', urls.sharedReport(reportId))
}

export function deleteAccount(): Promise<Outcome<unknown>> {
  return call('DELETE', urls.accountData)
}
