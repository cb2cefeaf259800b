import type { ErrorCode } from '#contract/errors.ts'
import type { TextKey } from '../texts.tsx'

const TEXTS: Partial<Record<ErrorCode, TextKey>> = {
  invalid_request: 'signIn.errorTarget',
  target_refused: 'signIn.errorTarget',
  code_wrong: 'signIn.errorWrong',
  code_expired: 'signIn.errorExpired',
  too_many_requests: 'signIn.errorMany',
}

/** What to tell somebody whose sign-in by code was refused; no code means that no answer came. */
export function signInErrorText(code: ErrorCode | null): TextKey {
  return (code && TEXTS[code]) ?? 'signIn.errorOther'
}
