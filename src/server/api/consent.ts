import { Value } from 'typebox/value'
import { ConsentForm, putConsent } from '#contract/consent.ts'
import { urls } from '#contract/urls.ts'
import { safeNext } from '../auth/safe-next.ts'
import { Refusal } from '../edge/refusal.ts'
import type { App } from '../edge/server.ts'
import { acceptForms } from '../edge/server.ts'
import { storeConsent } from '../visitor/consent.ts'

/** The visitor's consent, as JSON from a script or as a plain form, which works before scripts have loaded. */
export function consentRoutes(app: App): void {
  app.route({
    ...putConsent,
    handler: async (request, reply) => {
      storeConsent(request, reply, request.body.choice)
      return reply.code(204).send(null)
    },
  })

  void app.register(async (scope) => {
    acceptForms(scope)
    scope.post(urls.consent, { schema: { hide: true } }, async (request, reply) => {
      const form: unknown = request.body
      if (!Value.Check(ConsentForm, form))
        throw new Refusal(400, 'invalid_request', 'choice must be allowed or declined.')
      storeConsent(request, reply, form.choice)
      return reply.redirect(safeNext(form.next ?? urls.privacy), 303)
    })
  })
}
