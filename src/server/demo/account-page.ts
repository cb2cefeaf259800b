import type { FastifyReply, FastifyRequest } from 'fastify'
import { SHOWN } from '#contract/endpoint.ts'
import { escapeHtml } from '#contract/html.ts'
import { urls } from '#contract/urls.ts'
import type { Random } from '#quiz/random.ts'
import type { Banks } from '../banks/banks.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import type { App } from '../http/server.ts'
import { acceptForms } from '../http/server.ts'
import { addressAfterSignIn, safeNext, signInPage } from '../sign-in/safe-next.ts'
import type { CountrySettings } from '../who/country.ts'
import { signIn, signOut } from '../who/session.ts'
import { type DemoAccount, ensureDemoAccount } from './accounts.ts'
import { sendDemoPage } from './page.ts'
import { simulateTests } from './simulated-tests.ts'

function row({ email, about, user }: DemoAccount): string {
  return `<tr><td><button type="submit" name="email" value="${escapeHtml(email)}">${escapeHtml(user.nickname)}</button></td><td>${escapeHtml(about)}</td></tr>`
}

/** Signed-out visitors: what the sign-up wall offers depends on their country. */
const VISITORS = { '': 'A visitor from an unknown country', RU: 'A visitor from Russia', CN: 'A visitor from China' }

const visitorButtons = Object.entries(VISITORS)
  .map(([country, name]) => `<p><button type="submit" name="country" value="${country}">${name}</button></p>`)
  .join('')

const SIMULATED_TESTS = 500

const insightsButton = `<h2>Figures for staff</h2>
<p><button type="submit" name="simulate" value="${SIMULATED_TESTS}">Simulate ${SIMULATED_TESTS} tests of the last four weeks and open Insights</button></p>`

function returnAddress(next: unknown): string {
  return typeof next === 'string' && next ? safeNext(next) : urls.landing
}

type DemoContext = {
  db: Database
  banks: Banks
  random: Random
  settings: CountrySettings
  accounts: readonly DemoAccount[]
  /** The email address of the account with access to the insights. */
  staff: string
}

/**
 * The page with a button for each demo account, which signs in and continues to `next`, for visitors from some
 * countries, and for simulated tests to see in the insights.
 */
export async function accountRoutes(
  app: App,
  { db, banks, random, settings, accounts, staff }: DemoContext,
): Promise<void> {
  async function signInAs(email: string | undefined, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const account = accounts.find((one) => one.email === email)
    if (!account) throw new Refusal(404, 'not_found', 'There is no such account in the demo.')
    await signIn(db, request, reply, await ensureDemoAccount(db, account))
  }

  await app.register(async (scope) => {
    acceptForms(scope)

    scope.get(urls.demoAccounts, { config: SHOWN }, (request, reply) => {
      const { next } = request.query as { next?: unknown }
      const rows = accounts.map(row).join('')
      return sendDemoPage(
        reply,
        'Accounts to try',
        `<form method="post"><input type="hidden" name="next" value="${escapeHtml(next === undefined ? urls.landing : signInPage(next))}"><table>${rows}</table><h2>Signed out</h2>${visitorButtons}${insightsButton}</form>`,
      )
    })

    scope.post(urls.demoAccounts, async (request, reply) => {
      const { email, country, next, simulate } = (request.body ?? {}) as Record<string, string | undefined>
      if (simulate !== undefined) {
        await simulateTests(db, banks, random, SIMULATED_TESTS)
        await signInAs(staff, request, reply)
        return reply.redirect(urls.insights, 303)
      }
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
