import { randomUUID } from 'node:crypto'
import { write, writeSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { type FastifyReply, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify'

/** SQLSTATE class 22, data exceptions: their messages quote the value. */
const IS_DATA_EXCEPTION = /^22[0-9A-Z]{3}$/

/** A database error contains its statement's values, so log only these fields, and no message that repeats a value. */
function describeError(error: Error & { code?: unknown }) {
  const { name: type, message, stack = '', code } = error
  if (!IS_DATA_EXCEPTION.test(String(code))) return { type, message, stack, code }
  const withoutValue = 'The database refused a value.'
  return { type, message: withoutValue, stack: stack.replace(message, () => withoutValue), code }
}

/** Lines that wait for a slow reader; beyond that they're dropped. */
const MAX_WAITING = 2000
const PAUSE_MS = 1000
/** A pipe with a slow reader soon accepts more. */
const SLOW_READER_PAUSE_MS = 20

/**
 * A log that never blocks the process, even if its file or pipe is stuck. Lines are dropped if the disk is full or
 * nothing reads them; once writing works again, a line reports that some are missing.
 */
class LogOutput {
  readonly #file: number
  #waiting: string[] = []
  #rest: Buffer = Buffer.alloc(0)
  #isBusy = false
  #isMissingLines = false
  #isMidLine = false

  constructor(file: number) {
    this.#file = file
    process.once('exit', () => this.#writeLast())
  }

  write(line: string): void {
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(line)
    else this.#isMissingLines = true
    if (!this.#isBusy) this.#next()
  }

  #next(): void {
    if (this.#rest.length === 0) this.#rest = this.#take()
    this.#isBusy = this.#rest.length > 0
    if (this.#isBusy) write(this.#file, this.#rest, (error, written) => this.#afterWrite(error, written))
  }

  #afterWrite(error: NodeJS.ErrnoException | null, written: number): void {
    if (!error) {
      this.#isMidLine = this.#rest[written - 1] !== 0x0a
      this.#rest = this.#rest.subarray(written)
      this.#next()
      return
    }
    const isSlow = error.code === 'EAGAIN'
    if (!isSlow) {
      this.#isMissingLines = true
      this.#rest = Buffer.alloc(0)
      this.#waiting = []
    }
    setTimeout(() => this.#next(), isSlow ? SLOW_READER_PAUSE_MS : PAUSE_MS).unref()
  }

  #take(): Buffer {
    const lines = this.#waiting
    this.#waiting = []
    if (lines.length > 0 && this.#isMissingLines) {
      lines.unshift(this.#isMidLine ? '\n' : '', formatLine(40, 'log lines are missing: they could not be written'))
      this.#isMissingLines = false
    }
    return Buffer.from(lines.join(''))
  }

  /** Writes the remaining lines when the process ends, unless a write is stuck, because another would be stuck too. */
  #writeLast(): void {
    if (this.#isBusy) return
    try {
      writeSync(this.#file, this.#take())
    } catch {}
  }
}

/** A line in the format of the app's log, for code without an app. */
export function formatLine(level: 30 | 40 | 60, msg: string, details: object = {}): string {
  return `${JSON.stringify({ level, time: Date.now(), pid: process.pid, ...details, msg })}\n`
}

/** The log of this process, on standard output. */
export const standardLog = new LogOutput(1)

/**
 * Fastify's logger, without personal data: only a request's method and route, no URL (a report's id is enough to read
 * it), query (sign-in codes and states), IP address, headers, cookies, or body. Tests pass a `stream`; the default is
 * standard output.
 */
export function loggerOptions(level: string, stream: { write: (line: string) => void } = standardLog) {
  if (level === 'silent') return false
  return {
    level,
    stream,
    serializers: {
      req: ({ method, routeOptions }: FastifyRequest) => ({ method, url: routeOptions.url ?? '(none)' }),
      err: describeError,
    },
  } satisfies FastifyServerOptions['logger']
}

/** The request's id: the proxy's `X-Request-Id` if it looks like an id, else a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const header = headers['x-request-id']
  return typeof header === 'string' && /^[0-9a-fA-F-]{16,64}$/.test(header) ? header : randomUUID()
}

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

/** The request's trace (W3C Trace Context), if well-formed, to pass on to calls made for the request. */
export function traceparentOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const header = String(headers.traceparent)
  return TRACEPARENT.test(header) ? header : undefined
}

/** The same trace, for the request's lines in the log. */
export function traceOf({ headers }: Pick<IncomingMessage, 'headers'>): { trace_id?: string } {
  const [, id] = TRACEPARENT.exec(String(headers.traceparent)) ?? []
  return id ? { trace_id: id } : {}
}

/** One line for each request, when it's answered. */
export class OneLineEach extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const { method, routeOptions } = request
    const [status, ms] = [reply.statusCode, Math.round(reply.elapsedTime * 10) / 10]
    const line = { method, route: routeOptions.url ?? '(none)', status, ms }
    // Usually the client has left.
    if (error) request.log.warn({ ...line, err: error }, 'request')
    else request.log.info(line, 'request')
  }
}
