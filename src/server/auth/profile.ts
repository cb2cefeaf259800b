/** What a provider says about a person. `verifiedEmail` only where its word on the address counts (docs/decisions/008). */
export type Profile = {
  issuer: string
  subject: string
  name: string
  email: string | undefined
  isEmailVerified: boolean
}

/** A profile's field: its text, or undefined for any other thing. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/**
 * The provider's id of the person, a text or a whole number.
 * @throws Error when there is none: without it nobody can be told from anybody
 */
export function subjectOf(value: unknown): string {
  const subject = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : textOf(value)
  if (!subject || subject.length > 255) throw new Error('The profile has no usable id.')
  return subject
}
