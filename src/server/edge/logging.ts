import type { FastifyRequest, FastifyServerOptions } from 'fastify'

/** A database error carries the values of its statement, so only these fields are logged. */
function describeError(error: Error & { code?: unknown }) {
  return { type: error.name, message: error.message, stack: error.stack ?? '', code: error.code }
}

/**
 * Fastify's logger, without personal data: of a request only the method and the path, no query (sign-in codes and states), IP address,
 * headers, cookies or body. Tests pass a `stream`; the default is standard output.
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
