import type { FastifyInstance } from 'fastify'

/** Lets the routes of a scope take what plain HTML forms send, as an object of texts. */
export function acceptForms(scope: Pick<FastifyInstance, 'addContentTypeParser'>): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  )
}
