import { tabStorage } from '../browser/storage.ts'

const KEY = 'ASSESSMENT_PENDING_SHARE'

/**
 * Remembers the attempt that a visitor tried to share before signing up; null forgets it. Session storage survives the
 * redirects to an identity provider and back.
 */
export function setPendingShare(attemptId: string | null): void {
  tabStorage.write(KEY, attemptId)
}

export function isSharePending(attemptId: string | null): boolean {
  return attemptId !== null && tabStorage.read(KEY) === attemptId
}
