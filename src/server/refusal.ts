import type { ErrorCode } from '#contract/errors.ts'

/** An expected "no": thrown by handlers, turned into the contract's error reply in one place (errors.ts). */
export class Refusal extends Error {
  readonly status: number
  readonly code: ErrorCode

  constructor(status: number, code: ErrorCode, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}
