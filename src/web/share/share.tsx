import type { QuizPageState } from '#contract/page-data.ts'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { ShareSheet } from './share-sheet.tsx'
import { ShareSignUp } from './share-sign-up.tsx'

export type ShareProps = {
  assessmentId: string
  language: Language
  level: Level
  page: QuizPageState
  onClose: () => void
}

/** What 'Share my report' opens: the sheet, or for somebody who is not signed in the ways to sign up (Specification §5). */
export function Share({ assessmentId, language, level, page, onClose }: ShareProps) {
  if (page.login.user_id === undefined)
    return <ShareSignUp assessmentId={assessmentId} language={language} page={page} onClose={onClose} />
  return <ShareSheet assessmentId={assessmentId} language={language} level={level} page={page} onClose={onClose} />
}
