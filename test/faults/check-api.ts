import type { Attempt } from '#contract/attempts.ts'
import { urls } from '#contract/urls.ts'
import type { Findings } from './fault.ts'
import { contradictions, type History, type KnownAttempt } from './history.ts'
import { APP_AGENT, appToken, cookieHeader, readCookies, textOf } from './visitors.ts'

const AT_ONCE = 8

async function forEachOf<Item>(items: Iterable<Item>, look: (item: Item) => Promise<void>): Promise<void> {
  const rest = [...items]
  const worker = async () => {
    for (let item = rest.pop(); item !== undefined; item = rest.pop()) await look(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

type ApiReply = { status: number; text: string; data?: unknown }

/** Checks everything in the history as its visitors see it. */
export async function checkApi(origin: string, history: History): Promise<Findings> {
  const lost: string[] = []
  const wrong: string[] = []
  const get = async (path: string, cookies: Readonly<Record<string, string>>): Promise<ApiReply> => {
    const response = await fetch(`${origin}${path}`, { headers: { cookie: cookieHeader(cookies) } })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, text, data: isJson ? JSON.parse(text).data : undefined }
  }

  await forEachOf(history.sessions.values(), async ({ token, state, userId }) => {
    if (state === 'unknown') return
    const { status, data } = await get(urls.login, { sid: token })
    const signedIn = (data as { user_id?: number } | undefined)?.user_id
    if (state === 'open' && signedIn === undefined) lost.push(`the session of account ${userId}: ${status}`)
    else if (state === 'open' && signedIn !== userId)
      wrong.push(`the session of account ${userId} belongs to ${signedIn}`)
    if (state === 'ended' && signedIn !== undefined)
      wrong.push(`a session of account ${userId} still works after its logout`)
  })

  const { sessions, refused } = await openSessions(origin, history)
  await forEachOf(history.attempts.values(), async (known) => {
    const sid = sessions.get(known.visitor)
    const { status, data } = await get(urls.attempt(known.id), { ...known.cookies, ...(sid ? { sid } : {}) })
    if (status !== 200) lost.push(`the assessment ${known.id}: ${refused.get(known.visitor) ?? status}`)
    else compare(known, data as Attempt, { lost, wrong })
  })

  await forEachOf(history.reports.values(), async ({ id, text }) => {
    const page = await get(urls.report(id), {})
    if (page.status !== 200) lost.push(`the report ${id}: ${page.status}`)
    else if (text !== undefined && textOf(page.text) !== text) wrong.push(`the report ${id} shows different content`)
  })
  return { lost, wrong }
}

function compare(known: KnownAttempt, stated: Attempt, { lost, wrong }: Findings): void {
  for (let position = stated.answered + 1; position <= known.answered; position++)
    lost.push(`${known.id}: the answer to question ${position}`)
  if (known.result && !stated.result) lost.push(`${known.id}: its result`)
  else wrong.push(...contradictions(known, stated))
  if (stated.answered > Math.max(0, ...known.sent.keys()))
    wrong.push(`${known.id}: has ${stated.answered} answers, more than were sent`)
}

/**
 * A session for each visitor who tried to sign in, because the account may own their attempts now: their own session,
 * else a new one; and the status if a new one was refused.
 */
async function openSessions(origin: string, history: History) {
  const sessions = new Map<number, string>()
  const refused = new Map<number, number>()
  for (const { visitor, token, state } of history.sessions.values()) if (state === 'open') sessions.set(visitor, token)
  await forEachOf(history.persons, async ([visitor, person]) => {
    if (sessions.has(visitor)) return
    const response = await fetch(`${origin}${urls.appSessions}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': APP_AGENT },
      body: JSON.stringify({ token: appToken(person) }),
    })
    await response.arrayBuffer()
    const { sid } = readCookies(response)
    if (sid) sessions.set(visitor, sid)
    else refused.set(visitor, response.status)
  })
  return { sessions, refused }
}
