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

/** Asked for too often; the reply says when to come back. */
export class TooManyRequests extends Refusal {
  readonly retryAfterSeconds: number

  constructor(message: string, retryAfterSeconds: number) {
    super(429, 'too_many_requests', message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Turned away so that others are served (admission/admission.ts). */
export class Overloaded extends Refusal {
  constructor() {
    super(503, 'unavailable', 'Too many people are here right now. Please try again in a moment.')
  }
}
