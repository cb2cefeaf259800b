import { Value } from 'typebox/value'
import { ConsentForm, postConsent, putConsent } from '#contract/consent.ts'
import { urls } from '#contract/urls.ts'
import { HttpError } from '../http/http-error.ts'
import { type App, acceptForms } from '../http/server.ts'
import { safeNext } from '../sign-in/safe-next.ts'
import { storeConsent } from '../who/consent.ts'

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
    scope.route({
      ...postConsent,
      handler: async (request, reply) => {
        const form: unknown = request.body
        if (!Value.Check(ConsentForm, form))
          throw new HttpError(400, 'invalid_request', 'choice must be allowed or declined.')
        storeConsent(request, reply, form.choice)
        return reply.redirect(safeNext(form.next ?? urls.privacy), 303)
      },
    })
  })
}
