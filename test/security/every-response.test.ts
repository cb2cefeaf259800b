import { CspEvaluator } from 'csp_evaluator'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import type { Owner } from './cast.ts'
import { ask, type Seen, tour } from './tour.ts'
import { startWholeApp, type WholeApp } from './whole-app.ts'

let world: WholeApp
let seen: Seen[]
let owner: Owner
beforeAll(async () => {
  world = await startWholeApp()
  const toured = await tour(world)
  const failing = await startWholeApp()
  await failing.db.schema.dropTable('assessments').cascade().execute()
  const failures = await Promise.all([
    ask(failing, { url: urls.quiz, cookie: `__Host-visitor=${'a'.repeat(43)}` }),
    ask(failing, { method: 'POST', url: urls.attempts, payload: { language: 'english' } }),
  ])
  await failing.close()
  seen = [...toured.seen, ...failures]
  owner = toured.owner
})
afterAll(() => world.close())

const isHtml = ({ headers }: Seen) => String(headers['content-type']).startsWith('text/html')
const breaches = (rule: (reply: Seen) => string | false) =>
  seen.flatMap((reply) => {
    const error = rule(reply)
    return error ? [`${reply.what} ${reply.status}: ${error}`] : []
  })

it('the tour covers every class of reply', () => {
  const statuses = [...new Set(seen.map(({ status }) => status))].sort()
  expect(statuses).toEqual(
    expect.arrayContaining([200, 201, 202, 204, 302, 303, 304, 400, 401, 403, 404, 410, 413, 415, 500, 503]),
  )
})

it('v5.0.0-3.3.1 to 3.3.4: every cookie is __Host-, Secure, for the path / and this host, and hidden from scripts and other sites', () => {
  const cookies = seen.flatMap(({ setCookies }) => setCookies)
  const attributes = (line: string) => line.split('; ').map((part) => part.toLowerCase())
  const names = [...new Set(cookies.map((line) => line.split('=')[0] as string))].sort()
  const own = ['code_browser', 'consent', 'embedded_visitor', 'free_trial', 'hl', 'sid', 'visitor']
  expect(names).toEqual(own.map((name) => `__Host-${name}`))
  for (const line of cookies) {
    const kept = attributes(line)
    expect(kept, line).toEqual(expect.arrayContaining(['secure', 'path=/']))
    expect(
      kept.some((part) => part.startsWith('domain')),
      line,
    ).toBe(false)
    // The banner's script reads the choice, which isn't secret.
    expect(kept.includes('httponly'), line).toBe(!line.startsWith('__Host-consent='))
    const isFramed = line.startsWith('__Host-embedded_visitor=')
    expect(kept, line).toContain(isFramed ? 'samesite=none' : 'samesite=lax')
    if (isFramed) expect(kept, line).toContain('partitioned')
  }
})

it('v5.0.0-3.4.3, 3.4.6: the policy of every page passes csp_evaluator and has a new nonce', () => {
  const html = seen.filter((reply) => isHtml(reply) && reply.body !== '')
  expect(html.length).toBeGreaterThan(40)
  const nonces = html.map(({ headers }) => /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1])
  expect(new Set(nonces).size).toBe(html.length)
  const policies = new Set(
    seen.map(({ headers }) =>
      String(headers['content-security-policy']).replace(/'nonce-[^']+'/g, "'nonce-0123456789abcdef'"),
    ),
  )
  for (const policy of policies) {
    const findings = new CspEvaluator(new CspParser(policy).csp).evaluate()
    const bad = findings.filter(({ severity }) => severity <= Severity.HIGH_MAYBE)
    expect(
      bad.map(({ directive, description }) => `${directive}: ${description}`),
      policy,
    ).toEqual([])
    for (const directive of ["default-src 'none'", 'frame-ancestors']) expect(policy).toContain(directive)
  }
  expect(new CspEvaluator(new CspParser("script-src 'unsafe-inline' *").csp).evaluate()).not.toEqual([])
})

it('v5.0.0-3.4.1, 3.4.2, 3.4.4, 3.4.5, 3.4.8: HSTS, no CORS, nosniff, referrers and openers on every reply of every route', () => {
  const asked = new Set(seen.map(({ what }) => what))
  expect(asked.size).toBeGreaterThan(world.routes.length)
  expect(
    breaches(({ headers, status, body }) => {
      if (!/^max-age=\d{8,}/.test(String(headers['strict-transport-security']))) return 'no HSTS'
      if (headers['access-control-allow-origin'] !== undefined) return 'CORS'
      if (headers['x-content-type-options'] !== 'nosniff') return 'no nosniff'
      if (headers['referrer-policy'] !== 'strict-origin-when-cross-origin') return 'no referrer policy'
      if (!String(headers['cross-origin-opener-policy']).startsWith('same-origin')) return 'no opener policy'
      if (!/^(same|cross)-origin$/.test(String(headers['cross-origin-resource-policy']))) return 'no resource policy'
      if (headers['x-powered-by'] !== undefined || headers.server !== undefined) return 'names the server'
      if (body !== '' && status !== 304 && !headers['content-type']) return 'no content type'
      return false
    }),
  ).toEqual([])
  const shared = seen.filter(({ headers }) => headers['cross-origin-resource-policy'] === 'cross-origin')
  expect(shared.every(({ what }) => /embed\.js|picture\.png/.test(what))).toBe(true)
})

it('v5.0.0-14.2.2, 14.2.5, 14.3.2: no shared cache stores personal data', async () => {
  const isFile = ({ what, status }: Seen) =>
    status < 400 && /^(GET|HEAD) (\/static\/|\/languageassessment\/sitemap\.xml|\/robots\.txt)/.test(what)
  expect(
    breaches((reply) => {
      const rule = String(reply.headers['cache-control'])
      if (isFile(reply)) return rule.startsWith('public') && reply.setCookies.length === 0 ? false : rule
      return /private|no-store/.test(rule) && !/public|s-maxage/.test(rule) ? false : rule
    }),
  ).toEqual([])
  expect(seen.filter(isFile).length).toBeGreaterThan(5)
})

it('v5.0.0-14.2.5: a URL made to look like a file never returns a page with personal data', async () => {
  const cookie = `__Host-sid=${owner.client.cookies.sid}`
  expect((await ask(world, { url: urls.account, cookie })).body).toContain(owner.nickname)
  const own = [urls.account, urls.quiz, urls.accountData, urls.foundation]
  const ends = [
    '/x.css',
    ';x.css',
    '%2fx.css',
    '%2ejs',
    '.css',
    '%3b.js',
    '%00.png',
    '/..%2fstatic%2fembed.js',
    '%23.css',
  ]
  for (const url of own.flatMap((page) => ends.map((end) => `${page}${end}`))) {
    const { status, body } = await ask(world, { url, cookie })
    expect([url, status < 500 && status >= 400]).toEqual([url, true])
    expect(body).not.toContain(owner.nickname)
  }
  const forged = {
    'x-forwarded-host': 'evil.example',
    'x-original-url': '/static/x.css',
    'x-rewrite-url': '/static/x.css',
  }
  const { headers, body } = await ask(world, { url: urls.quiz, cookie, headers: forged })
  expect(body).not.toContain('evil.example')
  expect(headers['cache-control']).toBe('private, no-store')
})
