import { tabStorage } from '../browser/storage.ts'

const KEY = 'ASSESSMENT_SHARE_WISH'

/**
 * Notes the assessment that a visitor wanted to share when asked to sign up, or forgets it with null. It outlives the way to an identity
 * provider and back in this tab.
 */
export function keepShareWish(assessmentId: string | null): void {
  tabStorage.write(KEY, assessmentId)
}

export function isShareWished(assessmentId: string | null): boolean {
  return assessmentId !== null && tabStorage.read(KEY) === assessmentId
}
