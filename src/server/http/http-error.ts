import type { ErrorCode } from '#contract/errors.ts'

/** An expected error, thrown by handlers; errors.ts turns it into the contract's error reply. */
export class HttpError extends Error {
  readonly status: number
  readonly code: ErrorCode
  /** For the log only. */
  readonly detail: string | undefined

  constructor(status: number, code: ErrorCode, message: string, detail?: string) {
    super(message)
    this.status = status
    this.code = code
    this.detail = detail
  }
}

/** Same as for an address that never existed. */
export class NothingHere extends HttpError {
  constructor() {
    super(404, 'not_found', 'There is nothing at this address.')
  }
}

/** Over a rate limit; the reply has Retry-After. */
export class TooManyRequests extends HttpError {
  readonly retryAfterSeconds: number
  /** The limit's name, for the metrics. */
  readonly limit: string | undefined

  constructor(message: string, retryAfterSeconds: number, limit?: string) {
    super(429, 'too_many_requests', message)
    this.limit = limit
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Codes aren't sent to phone numbers in a country, which the reply names. */
export class CountryRefused extends HttpError {
  readonly country: string

  constructor(country: string) {
    super(422, 'target_refused', `We cannot send codes to numbers in this country: ${country}.`)
    this.country = country
  }
}

/** An expected 503, with Retry-After. The thrower has already logged any cause worth logging. */
export class TryAgain extends HttpError {
  constructor(message: string) {
    super(503, 'unavailable', message)
  }
}

/** Rejected because too many requests are waiting (gate.ts). */
export class Overloaded extends TryAgain {
  constructor() {
    super('Too many people are here right now. Please try again in a moment.')
  }
}
