import { setTimeout as sleep } from 'node:timers/promises'
import type { Attempt } from '#contract/attempts.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { urls } from '#contract/urls.ts'
import { takeQuiz } from '#harness/api-client.ts'
import { type Cast, exampleFor, pathOf, thingsNamedFor } from '#harness/examples.ts'
import { FetchBrowser } from '#harness/peers/fetch-browser.ts'
import { reachCallback } from '#harness/peers/sign-in.ts'
import type { RunningServer } from '#harness/server-process.ts'
import { APP_AGENT, appToken } from './visitors.ts'

/** A request that its route accepts. `form` is sent as a plain form. */
export type Ask = {
  browser: FetchBrowser
  path: string
  json?: unknown
  form?: Record<string, string>
  headers?: Record<string, string>
}

/** By method and route: makes a new request with all its prerequisites. */
export type EveryRequest = Record<string, () => Promise<Ask>>

/** The token for calls from other servers. */
export const API_TOKEN = 'the-secret-of-the-marketplace-servers'

const FOR_SERVERS = new Set(
  Object.values<Endpoint>(ENDPOINTS)
    .filter(({ config }) => config.access === 'service')
    .map(({ method, url }) => `${method} ${url}`),
)

/**
 * A request for each of the demo's `routes`: its example (harness/examples.ts), sent by a person who has one of
 * everything, or by a new one if the request uses something up. `seat` makes the providers sign in a new person.
 */
export async function everyRequest(
  server: RunningServer,
  routes: readonly string[],
  seat: (n: number) => void,
): Promise<EveryRequest> {
  const { origin } = server
  let people = 0

  const newcomer = async (): Promise<FetchBrowser> => {
    const browser = new FetchBrowser()
    const token = { token: appToken(`thrower-${++people}`) }
    await browser.send('POST', `${origin}${urls.appSessions}`, token, { 'user-agent': APP_AGENT })
    return browser
  }
  const begin = async (browser: FetchBrowser): Promise<string> =>
    (await browser.send('POST', `${origin}${urls.attempts}`, { language: 'french' })).body.data.id
  const finish = async (browser: FetchBrowser): Promise<string> => {
    const ask = async (method: string, path: string, body: object): Promise<Attempt> =>
      (await browser.send(method, `${origin}${path}`, body)).body.data
    return ((await takeQuiz(ask, 'french', () => [])) as Attempt).id
  }
  const finishAndShare = async (browser: FetchBrowser): Promise<string> => {
    const body = { assessment_id: await finish(browser) }
    return (await browser.send('POST', `${origin}${urls.reports}`, body)).body.data.report_id
  }
  const idOf = async (browser: FetchBrowser): Promise<string> =>
    String((await browser.send('GET', `${origin}${urls.login}`)).body.data.user_id)

  const owner = await newcomer()
  const search = exampleFor({ method: 'POST', url: urls.teacherSearch }, {} as Cast).body
  const teachers = await owner.send('POST', `${origin}${urls.teacherSearch}`, search)
  const { query } = exampleFor({ method: 'GET', url: urls.cardSetsExplore }, {} as Cast)
  const cardSets = await owner.send('GET', `${origin}${urls.cardSetsExplore}?${new URLSearchParams(query)}`)

  const lasting: Partial<Cast> = {
    finished: await finish(owner),
    teacher: String(teachers.body.data[0].user_info.user_id),
    cardSet: String(cardSets.body.data[0].card_set_id),
    creator: String(cardSets.body.data[0].creator_id),
    page: `${origin}/`,
  }
  /** The things that this request uses up. */
  const spent: { [Thing in keyof Cast]?: (browser: FetchBrowser) => Promise<string> } = {
    open: begin,
    unshared: finish,
    // The first look at a result stores the range of its level.
    report: finishAndShare,
    reportToDelete: finishAndShare,
    unposted: finishAndShare,
    userToDelete: idOf,
    userId: async (browser) => {
      await finish(browser)
      return idOf(browser)
    },
    email: async () => `thrower${++people}@example.com`,
    appToken: async () => appToken(`thrower-${++people}`),
  }
  const fromExample = (route: string, who?: FetchBrowser) => async (): Promise<Ask> => {
    const [method = '', url = ''] = route.split(' ')
    const things = thingsNamedFor({ method, url })
    const makes = Object.entries(spent).filter(([thing]) => things.includes(thing))
    const browser = who ?? (makes.length > 0 || method === 'DELETE' ? await newcomer() : owner)
    const made = await Promise.all(makes.map(async ([thing, make]) => [thing, await make(browser)]))
    const example = exampleFor({ method, url }, { ...lasting, ...Object.fromEntries(made) })
    const isForServers = FOR_SERVERS.has(route)
    return {
      browser: isForServers ? new FetchBrowser() : browser,
      path: pathOf(url, example),
      json: example.body,
      ...(isForServers && { headers: { authorization: `Bearer ${API_TOKEN}` } }),
    }
  }

  const framed = async (): Promise<{ browser: FetchBrowser; path: string }> => {
    const browser = new FetchBrowser()
    await browser.visit(`${origin}${urls.embedded}`)
    return { browser, path: urls.handover(await begin(browser)) }
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
  const afterTest = (route: string) => async (): Promise<Ask> => {
    const browser = await newcomer()
    await finish(browser)
    return fromExample(route, browser)()
  }
  // It's drawn once, in the fault's language, and then cached.
  const picture = urls.reportPicture(await finishAndShare(owner))
  await owner.visit(`${origin}${picture}`, { headers: { 'accept-language': 'de' } })

  /** Requests that take more than a person and an example. */
  const special: EveryRequest = {
    'POST /v1/consent': async () => ({ browser: owner, path: urls.consent, form: { choice: 'allowed' } }),
    'POST /v1/assessments/:id/handover': framed,
    'POST /languageassessment/takeover': async () => {
      const { browser, path } = await framed()
      const { body } = await browser.send('POST', `${origin}${path}`)
      return { browser, path: urls.takeover, form: { token: body.data.token } }
    },
    // The first read of a result stores its range, so it runs the most statements.
    'GET /v1/account': afterTest('GET /v1/account'),
    'GET /account': afterTest('GET /account'),
    'PATCH /v1/account': afterTest('PATCH /v1/account'),
    'GET /languageassessment/report/:id/picture.png': async () => ({ browser: owner, path: picture }),
    'POST /v1/auth/sessions': async () => ({ ...(await newCode()), path: urls.sessions }),
    'POST /v1/auth/app-sessions': async () => {
      const request = await fromExample('POST /v1/auth/app-sessions', new FetchBrowser())()
      return { ...request, headers: { 'user-agent': APP_AGENT } }
    },
    'GET /auth/:provider': fromExample('GET /auth/:provider', new FetchBrowser()),
    'GET /auth/:provider/callback': async () => {
      const browser = new FetchBrowser()
      seat(++people)
      return { browser, path: (await reachCallback({ base: origin }, browser, 'vk')).slice(origin.length) }
    },
    'GET /v2/language_assessment/free_trial_event': async () =>
      fromExample('GET /v2/language_assessment/free_trial_event', await newcomer())(),
    'POST /v2/me/onboarding': async () => fromExample('POST /v2/me/onboarding', await newcomer())(),
    'POST /demo/accounts': async () => {
      return { browser: new FetchBrowser(), path: urls.demoAccounts, form: { email: 'learner@demo.invalid' } }
    },
    // Not found: even that page can fail.
    'GET nowhere': async () => ({ browser: owner, path: '/nowhere' }),
  }
  return { ...Object.fromEntries(routes.map((route) => [route, fromExample(route)])), ...special }
}
