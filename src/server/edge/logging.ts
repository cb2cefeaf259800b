import type { FastifyRequest, FastifyServerOptions } from 'fastify'

/** SQLSTATE class 22, data exceptions: their messages quote the value. */
const IS_DATA_EXCEPTION = /^22[0-9A-Z]{3}$/

/** A database error carries the values of its statement, so only these fields are logged, and no message that repeats a value. */
function describeError(error: Error & { code?: unknown }) {
  const { name: type, message, stack = '', code } = error
  if (!IS_DATA_EXCEPTION.test(String(code))) return { type, message, stack, code }
  const withoutValue = 'The database refused a value.'
  return { type, message: withoutValue, stack: stack.replace(message, () => withoutValue), code }
}

/**
 * Fastify's logger, without personal data: of a request only the method and the route, no address (who has a report's id can read it), query
 * (sign-in codes and states), IP address, headers, cookies or body. Tests pass a `stream`; the default is standard output.
 */
export function loggerOptions(level: string, stream?: { write: (line: string) => void }) {
  if (level === 'silent') return false
  return {
    level,
    ...(stream ? { stream } : {}),
    serializers: {
      req: ({ method, routeOptions }: FastifyRequest) => ({ method, url: routeOptions.url ?? '(none)' }),
      err: describeError,
    },
  } satisfies FastifyServerOptions['logger']
}
