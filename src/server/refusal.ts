import type { ErrorCode } from '#contract/errors.ts'

/** An expected "no": thrown by handlers, turned into the contract's error reply in one place (errors.ts). */
export class Refusal extends Error {
  readonly status: number
  readonly code: ErrorCode
  /** What the log gets beside the message, and nobody else. */
  readonly detail: string | undefined

  constructor(status: number, code: ErrorCode, message: string, detail?: string) {
    super(message)
    this.status = status
    this.code = code
    this.detail = detail
  }
}
