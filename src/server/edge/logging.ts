import type { FastifyRequest, FastifyServerOptions } from 'fastify'

/** A database error carries the values of its statement: only what names the fault is logged. */
function describeError(error: Error & { code?: unknown }) {
  return { type: error.name, message: error.message, stack: error.stack ?? '', code: error.code }
}

/**
 * The log names no person: of a request its method and path, without query (codes and states of sign-ins), addresses, headers, cookies or body.
 * `stream` takes the lines in tests; without it they go to the standard output.
 */
export function loggerOptions(level: string, stream?: { write: (line: string) => void }) {
  if (level === 'silent') return false
  return {
    level,
    ...(stream ? { stream } : {}),
    serializers: {
      req: ({ method, url }: FastifyRequest) => ({ method, url: url.replace(/\?.*/s, '') }),
      err: describeError,
    },
  } satisfies FastifyServerOptions['logger']
}
