import type { FastifyReply, FastifyRequest } from 'fastify'
import { CHINA, RUSSIA } from '#contract/country-codes.ts'
import { PAGE_CONFIG } from '#contract/endpoint.ts'
import { escapeHtml } from '#contract/html.ts'
import { urls } from '#contract/urls.ts'
import type { Database } from '../db/schema.ts'
import { HttpError } from '../http/http-error.ts'
import { type App, acceptForms } from '../http/server.ts'
import { addressAfterSignIn, safeNext, signInPage } from '../sign-in/safe-next.ts'
import type { CountrySettings } from '../who/country.ts'
import { signIn, signOut } from '../who/session.ts'
import { type DemoAccount, ensureDemoAccount } from './accounts.ts'
import { sendDemoPage } from './page.ts'

function row({ email, about, user }: DemoAccount): string {
  return `<tr><td><button type="submit" name="email" value="${escapeHtml(email)}">${escapeHtml(user.nickname)}</button></td><td>${escapeHtml(about)}</td></tr>`
}

/** Signed-out visitors, since the options on the sign-up wall depend on the country. */
const VISITORS = {
  '': 'A visitor from an unknown country',
  [RUSSIA]: 'A visitor from Russia',
  [CHINA]: 'A visitor from China',
}

const visitorButtons = Object.entries(VISITORS)
  .map(([country, name]) => `<p><button type="submit" name="country" value="${country}">${name}</button></p>`)
  .join('')

function returnAddress(next: unknown): string {
  return typeof next === 'string' && next ? safeNext(next) : urls.landing
}

type DemoContext = {
  db: Database
  settings: CountrySettings
  accounts: readonly DemoAccount[]
}

/**
 * The page with a button for each demo account, which signs in and continues to `next`, and for visitors from some
 * countries.
 */
export async function demoAccountRoutes(app: App, { db, settings, accounts }: DemoContext): Promise<void> {
  async function signInAs(email: string | undefined, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const account = accounts.find((one) => one.email === email)
    if (!account) throw new HttpError(404, 'not_found', 'The demo has no such account.')
    await signIn(db, request, reply, await ensureDemoAccount(db, account))
  }

  await app.register(async (scope) => {
    acceptForms(scope)

    scope.get(urls.demoAccounts, { config: PAGE_CONFIG }, (request, reply) => {
      const { next } = request.query as { next?: unknown }
      const rows = accounts.map(row).join('')
      return sendDemoPage(
        reply,
        'Accounts to try',
        `<form method="post"><input type="hidden" name="next" value="${escapeHtml(next === undefined ? urls.landing : signInPage(next))}"><table>${rows}</table><h2>Signed out</h2>${visitorButtons}</form>`,
      )
    })

    scope.post(urls.demoAccounts, async (request, reply) => {
      const { email, country, next } = (request.body ?? {}) as Record<string, string | undefined>
      if (country !== undefined && country in VISITORS) {
        await signOut(db, request, reply)
        reply.setCookie(settings.COUNTRY_COOKIE, country, { path: '/', sameSite: 'lax' })
        return reply.redirect(returnAddress(next), 303)
      }
      await signInAs(email, request, reply)
      return reply.redirect(next ? addressAfterSignIn(signInPage(next), '') : urls.landing, 303)
    })
  })
}
