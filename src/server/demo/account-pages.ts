import { urls } from '#contract/urls.ts'
import type { App } from '../app.ts'
import { safeNext } from '../auth/safe-next.ts'
import type { CountrySettings } from '../country.ts'
import { type DemoAccount, ensureDemoAccount } from '../db/demo-accounts.ts'
import type { Database } from '../db/schema.ts'
import { acceptForms } from '../forms.ts'
import { Refusal } from '../refusal.ts'
import { signIn, signOut } from '../session.ts'
import { escapeHtml, sendDemoPage } from './page.ts'

function row({ email, about, user }: DemoAccount): string {
  return `<tr><td><button type="submit" name="email" value="${escapeHtml(email)}">${escapeHtml(user.nickname)}</button></td><td>${escapeHtml(about)}</td></tr>`
}

/** Signed out, from a country: what the sign-up wall shows depends on it. */
const VISITORS = { '': 'A visitor from an unknown country', RU: 'A visitor from Russia', CN: 'A visitor from China' }

const visitorButtons = Object.entries(VISITORS)
  .map(([country, name]) => `<p><button type="submit" name="country" value="${country}">${name}</button></p>`)
  .join('')

function returnAddress(next: unknown): string {
  return typeof next === 'string' && next ? safeNext(next) : urls.landing
}

/** A page with a button for each ready account, which signs in and goes on to `next`, and for visitors of some countries. */
export async function accountPages(
  app: App,
  { db, settings, accounts }: { db: Database; settings: CountrySettings; accounts: readonly DemoAccount[] },
): Promise<void> {
  await app.register(async (scope) => {
    acceptForms(scope)

    scope.get(urls.demoAccounts, { schema: { hide: true } }, (request, reply) => {
      const { next } = request.query as { next?: unknown }
      const rows = accounts.map(row).join('')
      return sendDemoPage(
        reply,
        'Accounts to try',
        `<form method="post"><input type="hidden" name="next" value="${escapeHtml(returnAddress(next))}"><table>${rows}</table><h2>Signed out</h2>${visitorButtons}</form>`,
      )
    })

    scope.post(urls.demoAccounts, { schema: { hide: true } }, async (request, reply) => {
      const { email, country, next } = (request.body ?? {}) as Record<string, string | undefined>
      if (country !== undefined && country in VISITORS) {
        await signOut(db, request, reply)
        reply.setCookie(settings.COUNTRY_COOKIE, country, { path: '/', sameSite: 'lax' })
        return reply.redirect(returnAddress(next), 303)
      }
      const account = accounts.find((known) => known.email === email)
      if (!account) throw new Refusal(404, 'not_found', 'There is no such account in the demo.')
      await signIn(db, request, reply, await ensureDemoAccount(db, account))
      return reply.redirect(returnAddress(next), 303)
    })
  })
}
