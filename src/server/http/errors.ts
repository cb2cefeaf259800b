import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { ErrorCode, ErrorReply } from '#contract/errors.ts'
import { describeError, findErrors } from '#contract/schema-errors.ts'
import { urls } from '#contract/urls.ts'
import { LANGUAGES } from '#quiz/languages.ts'
import { brokenForeignKey, isUnavailable } from '../db/connection/retry.ts'
import { CountryRefused, HttpError, TooManyRequests, TryAgain } from './http-error.ts'
import { BARE_SECURITY_HEADERS } from './security-headers.ts'

const CODES_BY_STATUS: Record<number, ErrorCode> = {
  404: 'not_found',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
}

/** What a client learns about an error. */
type PublicError = { status: number; code: ErrorCode; message: string }

const UNAVAILABLE: PublicError = {
  status: 503,
  code: 'unavailable',
  message: 'The service is temporarily unavailable. Please try again in a moment.',
}

const SIGNED_OUT: PublicError = { status: 401, code: 'signed_out', message: 'Please sign in first.' }

const GONE: PublicError = { status: 404, code: 'not_found', message: 'What this belongs to was just deleted.' }

function describeValidation({ validationContext, message }: FastifyError, request: FastifyRequest): PublicError {
  const place = validationContext as 'body' | 'params' | 'querystring'
  const value = place === 'querystring' ? request.query : request[place]
  const [error] = findErrors(request.routeOptions.schema?.[place] as TSchema, value, [place])
  if (error?.path.join('.') === 'body.language' && (value as { language?: unknown }).language !== undefined)
    return {
      status: 400,
      code: 'unknown_language',
      message: `Unknown language. Known languages: ${LANGUAGES.join(', ')}.`,
    }
  return { status: 400, code: 'invalid_request', message: `${error ? describeError(error, place) : message}.` }
}

function describe(error: FastifyError | HttpError, request: FastifyRequest): PublicError {
  if (error instanceof HttpError) return error
  if (error.validation) return describeValidation(error, request)
  if (isUnavailable(error)) return UNAVAILABLE
  const foreignKey = brokenForeignKey(error)
  if (foreignKey) return foreignKey.endsWith('_user_id_fkey') ? SIGNED_OUT : GONE
  const status = error.statusCode ?? 500
  if (status >= 500)
    return { status: 500, code: 'internal_error', message: 'Something went wrong on our side. Please try again.' }
  return { status, code: CODES_BY_STATUS[status] ?? 'invalid_request', message: error.message }
}

/** Only calls and files are under these paths, and browsers don't show those as pages. */
const NOT_SHOWN = /^\/(v\d+|static)\//

/**
 * Whether an error is rendered as a page, according to the route; otherwise it's JSON. Without a route, a browser may
 * have navigated there, or sent the form of an iframe that may no longer be embedded.
 */
export function wantsPage({ is404, routeOptions, method, url }: FastifyRequest): boolean {
  if (!is404) return routeOptions.config.errors === 'page'
  return ['GET', 'HEAD'].includes(method) ? !NOT_SHOWN.test(url) : url.startsWith(urls.takeover)
}

/**
 * Turns any thrown error into the contract's error reply. For a status of 500 or more, the message is fixed and the
 * details go to the log.
 */
export function replyWithError(
  error: FastifyError | HttpError,
  request: FastifyRequest,
  reply: FastifyReply,
): ErrorReply {
  const { status, code, message } = describe(error, request)
  const detail = error instanceof HttpError ? error.detail : undefined
  if (status >= 500 && !(error instanceof TryAgain)) {
    // An HttpError of 500 or more means that another service failed, so nobody here needs to be paged.
    const level = error instanceof HttpError ? 'warn' : 'error'
    request.log[level]({ err: error, detail }, 'request failed')
  }
  if (code === 'unavailable') reply.header('retry-after', 1)
  if (error instanceof TooManyRequests) reply.header('retry-after', error.retryAfterSeconds)
  reply.code(status).type('application/json')
  const country = error instanceof CountryRefused ? { country: error.country } : {}
  return { error: { code, message, request_id: request.id, ...country } }
}

/** For a URL that can't be decoded. No hooks have run yet, so this sets the security headers itself. */
export function refuseMalformedAddress(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const error = new HttpError(400, 'invalid_request', 'The address is not well-formed.')
  const body = replyWithError(error, request, reply)
  reply.headers({ 'cache-control': 'no-store', ...BARE_SECURITY_HEADERS }).send(body)
}
