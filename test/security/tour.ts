import { urls } from '#contract/urls.ts'
import { pathOf } from '#harness/examples.ts'
import { exampleAbout, newOwner, type Owner } from './cast.ts'
import { ORIGIN, OVER_HTTPS, type WholeApp } from './whole-app.ts'

export type Seen = {
  what: string
  status: number
  headers: Record<string, string | string[] | number | undefined>
  setCookies: string[]
  body: string
}

export type Ask = {
  method?: string
  url: string
  cookie?: string
  payload?: unknown
  headers?: Record<string, string>
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** One request over HTTPS, as the proxy forwards it. */
export async function ask({ app }: WholeApp, { method = 'GET', url, cookie, payload, headers }: Ask): Promise<Seen> {
  const reply = await app.inject({
    method: method as 'GET',
    url,
    headers: { ...OVER_HTTPS, ...(cookie ? { cookie } : {}), ...headers },
    ...(payload === undefined ? {} : { payload: payload as object }),
  })
  const setCookies = [reply.headers['set-cookie'] ?? []].flat()
  return { what: `${method} ${url}`, status: reply.statusCode, headers: reply.headers, setCookies, body: reply.body }
}

const cookieOf = (setCookies: string[], name: string) =>
  setCookies.find((line) => line.startsWith(`${name}=`))?.split(';')[0] ?? ''

/** Every way of signing in and out with cookies, from the first page to deleting the account. */
async function journey(world: WholeApp): Promise<Seen[]> {
  const seen: Seen[] = []
  const note = async (request: Ask) => {
    seen.push(await ask(world, request))
    return seen.at(-1) as Seen
  }
  await note({ url: `${urls.quiz}?hl=de` })
  await note({ method: 'PUT', url: urls.consent, payload: { choice: 'allowed' } })
  await note({ method: 'POST', url: urls.consent, payload: 'choice=declined', headers: FORM })
  const framed = cookieOf((await note({ url: urls.embedded })).setCookies, '__Host-embedded_visitor')
  const started = await note({
    method: 'POST',
    url: urls.attempts,
    payload: { language: 'english' },
    cookie: framed,
  })
  const { id } = JSON.parse(started.body).data
  const handed = await note({ method: 'POST', url: urls.handover(id), cookie: framed })
  const { token } = JSON.parse(handed.body).data
  await note({ method: 'POST', url: urls.takeover, payload: `token=${token}`, headers: { ...FORM, origin: ORIGIN } })
  await note({ method: 'POST', url: urls.takeover, payload: `token=${token}`, headers: { ...FORM, origin: ORIGIN } })
  await note({ method: 'POST', url: urls.attempts, payload: { language: 'english' } })
  const target = { channel: 'email', target: 'tour@example.com' }
  const asked = await note({ method: 'POST', url: urls.codes, payload: target })
  const browser = cookieOf(asked.setCookies, '__Host-code_browser')
  const message = () => world.sent.findLast((sent) => sent.target === target.target)
  while (!message()) await new Promise(setImmediate)
  const code = { challenge_id: JSON.parse(asked.body).data.challenge_id, code: message()?.code }
  const signedIn = await note({ method: 'POST', url: urls.sessions, payload: code, cookie: browser })
  const session = cookieOf(signedIn.setCookies, '__Host-sid')
  await note({ url: urls.foundation, cookie: session })
  await note({ method: 'DELETE', url: urls.accountData, cookie: session })
  await note({ method: 'DELETE', url: urls.currentSession, cookie: session })
  return seen
}

/** Requests that Fastify and Node refuse before routing, and cache revalidations. */
async function edges(world: WholeApp, { report }: Owner): Promise<Seen[]> {
  const post = { method: 'POST', url: urls.attempts }
  const asset = `${urls.static}embed.js`
  const again = async (url: string) => {
    const { headers } = await ask(world, { url })
    return ask(world, { url, headers: { 'if-none-match': String(headers.etag) } })
  }
  const requests: Ask[] = [
    { url: '/%zz' },
    { url: '/nothing' },
    // WeChat isn't reachable here.
    { url: `${urls.wechatJsApi}?url=${ORIGIN}/` },
    { url: '/v1/nothing' },
    { url: '/static/nothing.js' },
    { url: `${urls.static}../package.json` },
    { url: asset, headers: { range: 'bytes=0-3' } },
    { url: asset, headers: { range: 'bytes=999999999-' } },
    { method: 'HEAD', url: urls.quiz },
    { method: 'OPTIONS', url: urls.attempts },
    { ...post, payload: { language: 'klingon' } },
    { ...post, payload: '{', headers: { 'content-type': 'application/json' } },
    { ...post, payload: 'a', headers: { 'content-type': 'text/plain' } },
    { ...post, payload: `"${'x'.repeat(70_000)}"`, headers: { 'content-type': 'application/json' } },
    { ...post, payload: { language: 'english' }, headers: { origin: 'https://evil.example' } },
  ]
  const replies = await Promise.all(requests.map((request) => ask(world, request)))
  return [...replies, await again(asset), await again(urls.reportPicture(report))]
}

/**
 * The replies of every route to a visitor and to a signed-in user, with valid and invalid ids, and of every sign-in
 * method.
 */
export async function tour(world: WholeApp): Promise<{ seen: Seen[]; owner: Owner }> {
  const owner = await newOwner(world, 'Tourist')
  const session = `__Host-sid=${owner.client.cookies.sid}`
  const seen: Seen[] = await edges(world, owner)
  for (const route of world.routes) {
    const { method } = route
    const example = exampleAbout(route, owner)
    const good = { url: pathOf(route.url, example), payload: method === 'GET' ? undefined : (example.body ?? {}) }
    const bad = { url: route.url.replace(/:\w+|\*/g, 'junk'), payload: method === 'GET' ? undefined : {} }
    const visits = [good, { ...good, cookie: session }, { ...bad, cookie: session }]
    // Deletions would break later requests, so the journey does them last.
    for (const visit of method === 'DELETE' ? visits.slice(0, 1) : visits)
      seen.push(await ask(world, { method, ...visit }))
  }
  seen.push(...(await journey(world)))
  return { seen, owner }
}
