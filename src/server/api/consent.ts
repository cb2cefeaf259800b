import { Value } from 'typebox/value'
import { ConsentForm, putConsent } from '#contract/consent.ts'
import { urls } from '#contract/urls.ts'
import { safeNext } from '../auth/safe-next.ts'
import { Refusal } from '../edge/refusal.ts'
import type { App } from '../edge/server.ts'
import { acceptForms } from '../edge/server.ts'
import { keepChoice } from '../visitor/consent.ts'

/** The visitor's choice, as JSON from the page's script or as a plain form, which works before any script has come. */
export function consentRoutes(app: App): void {
  app.route({
    ...putConsent,
    handler: async (request, reply) => {
      keepChoice(request, reply, request.body.choice)
      return reply.code(204).send(null)
    },
  })

  void app.register(async (scope) => {
    acceptForms(scope)
    scope.post(urls.consent, { schema: { hide: true } }, async (request, reply) => {
      const form: unknown = request.body
      if (!Value.Check(ConsentForm, form))
        throw new Refusal(400, 'invalid_request', 'The choice is allowed or declined.')
      keepChoice(request, reply, form.choice)
      return reply.redirect(safeNext(form.next ?? urls.privacy), 303)
    })
  })
}
