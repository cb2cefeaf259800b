import { setTimeout as sleep } from 'node:timers/promises'
import type { Assessment } from '#contract/assessments.ts'
import { urls } from '#contract/urls.ts'
import { takeQuiz } from '#harness/api-client.ts'
import { FetchBrowser } from '#harness/peers/fetch-browser.ts'
import { reachCallback } from '#harness/peers/sign-in.ts'
import type { RunningServer } from '#harness/server-process.ts'
import { APP_AGENT, appToken } from './visitors.ts'

/** A request that its route accepts. `form` is sent like a plain form. */
export type Ask = {
  browser: FetchBrowser
  path: string
  json?: unknown
  form?: Record<string, string>
  headers?: Record<string, string>
}

/** By method and route: makes a new request with all its prerequisites. */
export type EveryRequest = Record<string, () => Promise<Ask>>

const FLOW = { flow_id: '0-french-1', language: 'french' }
const hour = (from: number) => new Date(Date.now() + from * 3_600_000).toISOString()

/** The token of the servers beside it. */
export const API_TOKEN = 'the-secret-of-the-servers-beside-this'

/**
 * A request for each of the demo's `routes`, sent by a person who has one of everything. A GET without parameters follows from its route;
 * the others are listed. `seat` puts a new person before the providers.
 */
export async function everyRequest(
  server: RunningServer,
  routes: readonly string[],
  seat: (n: number) => void,
): Promise<EveryRequest> {
  const { origin } = server
  const base = { base: origin }
  let people = 0

  const newcomer = async (): Promise<FetchBrowser> => {
    const browser = new FetchBrowser()
    const token = { token: appToken(`thrower-${++people}`) }
    await browser.send('POST', `${origin}${urls.appSessions}`, token, { 'user-agent': APP_AGENT })
    return browser
  }
  const begin = async (browser: FetchBrowser): Promise<string> =>
    (await browser.send('POST', `${origin}${urls.assessments}`, { language: 'french' })).body.data.id
  const finish = async (browser: FetchBrowser): Promise<string> => {
    const ask = async (method: string, path: string, body: object): Promise<Assessment> =>
      (await browser.send(method, `${origin}${path}`, body)).body.data
    return ((await takeQuiz(ask, 'french', () => [])) as Assessment).id
  }
  const share = async (browser: FetchBrowser, id: string): Promise<string> =>
    (await browser.send('POST', `${origin}${urls.reports}`, { assessment_id: id })).body.data.report_id
  const post = async (browser: FetchBrowser, report: string): Promise<string> =>
    (await browser.send('POST', `${origin}${urls.communityPosts}`, { report_id: report, text: 'Hello' })).body.data
      .post_id

  const owner = await newcomer()
  const finished = await finish(owner)
  const report = await share(owner, finished)
  const idOf = async (browser: FetchBrowser): Promise<string> =>
    String((await browser.send('GET', `${origin}${urls.login}`)).body.data.user_id)
  const userId = await idOf(owner)
  const staff = new FetchBrowser()
  const entered = new URLSearchParams({ email: 'staff@demo.invalid' }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  await staff.visit(`${origin}${urls.demoAccounts}`, { method: 'POST', headers, body: entered })
  const found = await owner.send('POST', `${origin}${urls.teacherSearch}`, search())
  const sets = `${urls.cardSetsExplore}?front_language=english&back_language=spanish&language_level=A1&length=3`
  const { body: cardSets } = await owner.send('GET', `${origin}${sets}`)

  const get =
    (path: string, browser = owner) =>
    async (): Promise<Ask> => ({ browser, path })
  const send = (path: string, json: unknown) => async (): Promise<Ask> => ({ browser: owner, path, json })
  const aside = (make: (browser: FetchBrowser) => Promise<Omit<Ask, 'browser'>>) => async (): Promise<Ask> => {
    const browser = await newcomer()
    return { browser, ...(await make(browser)) }
  }

  const asServer = (path: () => Promise<string>) => async (): Promise<Ask> => {
    return { browser: new FetchBrowser(), path: await path(), headers: { authorization: `Bearer ${API_TOKEN}` } }
  }

  const framed = async (): Promise<{ browser: FetchBrowser; id: string }> => {
    const browser = new FetchBrowser()
    await browser.visit(`${origin}${urls.embedded}`)
    return { browser, id: await begin(browser) }
  }
  const newCode = async () => {
    const browser = new FetchBrowser()
    const target = `thrower${++people}@example.com`
    const { body } = await browser.send('POST', `${origin}${urls.codes}`, { channel: 'email', target })
    let code: string | undefined
    while (!code) {
      await sleep(5)
      code = new RegExp(`One-time code for ${target}: (\\d+)`).exec(server.output())?.[1]
    }
    return { browser, json: { challenge_id: body.data.challenge_id, code } }
  }

  const plain = routes.filter((route) => /^GET [^:*]+$/.test(route))
  return {
    ...Object.fromEntries(plain.map((route) => [route, get(route.slice('GET '.length))])),
    'GET /static/*': get(`${urls.static}embed.js`),
    'GET /static/avatars/:seed.svg': get(urls.avatar('thrower')),
    'GET /languageassessment/report/:id': get(urls.report(report)),
    'GET /languageassessment/report/:id/picture.png': get(urls.reportPicture(report)),
    'GET /insights': get(urls.insights, staff),
    'GET /insights/:table.csv': get(urls.insightsTable('items'), staff),
    'GET /insights/items/:language/:item_id': get(urls.itemInsights('french', 1), staff),
    'POST /v1/assessments': send(urls.assessments, { language: 'german' }),
    'GET /v1/assessments/:id': get(urls.assessment(finished)),
    'PUT /v1/assessments/:id/answers/:position': aside(async (browser) => {
      return { path: urls.answer(await begin(browser), 1), json: { choice: [] } }
    }),
    'GET /v1/assessments/:id/review': get(urls.review(finished)),
    'POST /v1/assessments/:id/items/:position/report': send(urls.itemReport(finished, 1), { reason: 'other' }),
    'POST /v1/reports': aside(async (browser) => {
      return { path: urls.reports, json: { assessment_id: await finish(browser) } }
    }),
    'DELETE /v1/reports/:report_id': aside(async (browser) => {
      return { path: urls.sharedReport(await share(browser, await finish(browser))) }
    }),
    'POST /v1/events': send(urls.events, {
      events: [{ name: 'view_signup', occurred_at: new Date().toISOString(), properties: FLOW }],
    }),
    'PUT /v1/consent': send(urls.consent, { choice: 'allowed' }),
    'POST /v1/consent': async () => ({ browser: owner, path: urls.consent, form: { choice: 'allowed' } }),
    'GET /v2/finance/payment/wechat/jsapi': get(`${urls.wechatJsApi}?url=${encodeURIComponent(`${origin}/`)}`),
    'POST /v1/assessments/:id/handover': async () => {
      const { browser, id } = await framed()
      return { browser, path: urls.handover(id) }
    },
    'POST /languageassessment/takeover': async () => {
      const { browser, id } = await framed()
      const { body } = await browser.send('POST', `${origin}${urls.handover(id)}`)
      return { browser, path: urls.takeover, form: { token: body.data.token } }
    },
    // The first read of a result stores its range, so it runs the most statements.
    'GET /v1/account': aside(async (browser) => {
      await finish(browser)
      return { path: urls.accountData }
    }),
    'GET /account': aside(async (browser) => {
      await finish(browser)
      return { path: urls.account }
    }),
    'DELETE /v1/account': aside(async () => ({ path: urls.accountData })),
    'GET /v1/users/:user_id/results': asServer(async () => urls.userResults(userId)),
    'GET /v1/users/:user_id/export': asServer(async () => urls.userExport(userId)),
    'DELETE /v1/users/:user_id': asServer(async () => urls.userData(await idOf(await newcomer()))),
    'PATCH /v1/account': send(urls.accountData, { nickname: 'Thrower' }),
    'POST /v1/auth/codes': async () => {
      const json = { channel: 'email', target: `thrower${++people}@example.com` }
      return { browser: new FetchBrowser(), path: urls.codes, json }
    },
    'POST /v1/auth/sessions': async () => ({ ...(await newCode()), path: urls.sessions }),
    'DELETE /v1/auth/sessions': aside(async () => ({ path: urls.sessions })),
    'DELETE /v1/auth/sessions/current': aside(async () => ({ path: urls.currentSession })),
    'GET /auth/:provider': async () => ({ browser: new FetchBrowser(), path: urls.signInWith('vk') }),
    'GET /auth/:provider/callback': async () => {
      const browser = new FetchBrowser()
      seat(++people)
      return { browser, path: (await reachCallback(base, browser, 'vk')).slice(origin.length) }
    },
    'POST /v1/auth/app-sessions': async () => {
      const json = { token: appToken(`thrower-${++people}`) }
      return { browser: new FetchBrowser(), path: urls.appSessions, json, headers: { 'user-agent': APP_AGENT } }
    },
    'POST /v2/me/profile': send(urls.profile, {
      language: { language_s: ['french', 'german'], level_s: [3, 7], is_learning_s: [true, false] },
    }),
    'POST /v2/me/onboarding': aside(async () => ({
      path: urls.onboarding,
      json: { primary_learning_language: 'french', primary_learning_level: 3 },
    })),
    'GET /v2/user/:id': get(`${urls.user(userId)}?has_detail=1&has_language=1`),
    'GET /v2/user/onboardinginfo_v2': get(`${urls.purposes}?language=french`),
    'POST /v2/teachers': send(urls.teacherSearch, search()),
    'GET /v3/flash_card/card_sets_explore': get(sets),
    'GET /v2/usermini/:creator_id': get(urls.userMini(cardSets.data[0].creator_id)),
    'POST /v1/community/posts': aside(async (browser) => {
      const id = await share(browser, await finish(browser))
      return { path: urls.communityPosts, json: { report_id: id, text: 'Hello' } }
    }),
    'DELETE /v1/community/posts/:post_id': aside(async (browser) => {
      return { path: urls.communityPost(await post(browser, await share(browser, await finish(browser)))) }
    }),
    'POST /community/language-assessment/:post_id/removal': aside(async (browser) => {
      const id = await post(browser, await share(browser, await finish(browser)))
      return { path: urls.communityRemoval(id), form: {} }
    }),
    'GET /teachers/:lang': get(urls.teachers('french')),
    'GET /teacher/:id/:lang': get(urls.teacher(found.body.data[0].user_info.user_id, 'french')),
    'GET /vocab/detail/:id': get(urls.vocabularySet(cardSets.data[0].card_set_id)),
    'POST /demo/accounts': async () => {
      return { browser: new FetchBrowser(), path: urls.demoAccounts, form: { email: 'learner@demo.invalid' } }
    },
    // Not found: even that page can fail.
    'GET nowhere': get('/nowhere'),
  }
}

function search(): object {
  return {
    page_size: 20,
    user_timezone: 'Europe/Berlin',
    teach_language: { language: 'french' },
    specify_time: [{ start_time: hour(24), end_time: hour(48) }],
  }
}
