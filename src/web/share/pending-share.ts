import { tabStorage } from '../browser/storage.ts'

const KEY = 'ASSESSMENT_PENDING_SHARE'

/**
 * Remembers the assessment that a visitor tried to share before signing up, or forgets it with null. Session storage survives the redirects to
 * an identity provider and back.
 */
export function setPendingShare(assessmentId: string | null): void {
  tabStorage.write(KEY, assessmentId)
}

export function isSharePending(assessmentId: string | null): boolean {
  return assessmentId !== null && tabStorage.read(KEY) === assessmentId
}
