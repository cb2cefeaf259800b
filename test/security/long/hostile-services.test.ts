import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Attempt } from '#contract/attempts.ts'
import { MARKETPLACE_CALLS } from '#contract/marketplace-calls.ts'
import { urls } from '#contract/urls.ts'
import { rightChoice, takeQuiz } from '#harness/api-client.ts'
import { replyWithFault, TRANSPORT_FAULTS, type TransportFault } from '#harness/peers/faults.ts'
import { FetchBrowser } from '#harness/peers/fetch-browser.ts'
import { marketplaceSettings } from '#harness/peers/marketplace.ts'
import { type RunningServer, startServer } from '#harness/server-process.ts'
import { timeLimit } from '#harness/time-limit.ts'
import { type Listening, listen } from '#server/demo/identity/stand-in.ts'
import { APP_AGENT, appToken } from '../../faults/visitors.ts'

/** The longest that others may wait for /healthz. */
const MAX_OTHERS_MS = 1000

/** Every field name in the contract's replies. */
const NAMES = new Set(
  MARKETPLACE_CALLS.flatMap(({ schema }) =>
    [...JSON.stringify(schema.response).matchAll(/"(\w+)":\{/g)].map(([, name]) => name as string),
  ),
)

/** Rows for one field, so that all fields together stay below a reply's size limit. */
const rows = (row: unknown) => new Array(Math.floor(4000 / NAMES.size)).fill(row)

/** Values outside the contract, each sent as `data` itself and as every field in it. */
const VALUES: Readonly<Record<string, unknown>> = {
  ...{
    null: null,
    true: true,
    'a negative number': -1,
    'a huge number': 1e300,
    'an empty string': '',
    'a NUL': 'a\0b',
  },
  ...{
    'a lone surrogate': '\ud800',
    'a long string': 'x'.repeat(Math.floor(200_000 / NAMES.size)),
    'an empty object': {},
  },
  ...{
    'nested lists': [[[[[]]]]],
    'many zeros': rows(0),
    'many objects': rows({}),
    'many rows': rows({ language: 'x' }),
  },
}

const repliesOf = (value: unknown) => [
  JSON.stringify({ data: value }),
  JSON.stringify({ data: Object.fromEntries([...NAMES].map((name) => [name, value])) }),
]

type HostileReply = (response: ServerResponse, path: string) => void

/** The target of redirects, which nothing may follow. */
let trap: Listening
let trapped = 0

const HOSTILE_REPLIES: [name: string, reply: HostileReply][] = [
  ...TRANSPORT_FAULTS.map((fault: TransportFault): [string, HostileReply] => [
    fault,
    (reply) => replyWithFault(fault, reply),
  ]),
  ...[301, 302, 303, 307, 308].map((status): [string, HostileReply] => [
    `a redirect with ${status}`,
    (reply, path) => reply.writeHead(status, { location: `${trap.url}${path}` }).end(),
  ]),
  ['long headers', (reply) => reply.writeHead(200, { 'x-long': 'x'.repeat(60_000) }).end('{}')],
  ...Object.entries(VALUES).flatMap(([name, value]) =>
    repliesOf(value).map((text, index): [string, HostileReply] => [
      `${name} ${index === 0 ? 'as data' : 'in all fields'}`,
      (reply) => reply.writeHead(200, { 'content-type': 'application/json' }).end(text),
    ]),
  ),
]

let hostile: Listening
let sendReply: HostileReply
let asked: string[]
beforeAll(async () => {
  trap = await listen((_request, reply) => {
    trapped++
    reply.end('{}')
  })
  hostile = await listen((request, reply) => {
    const path = new URL(request.url ?? '/', 'http://hostile').pathname
    asked.push(path)
    request.resume()
    sendReply(reply, path)
  })
})
afterAll(async () => {
  await Promise.all([hostile.close(), trap.close()])
  expect(trapped).toBe(0)
})

/** @returns the longest that others waited meanwhile */
async function whileOthersWait({ origin }: RunningServer, work: Promise<unknown>): Promise<number> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  let longest = 0
  while (!isDone) {
    const begun = performance.now()
    expect((await fetch(`${origin}${urls.health}`)).status).toBe(200)
    longest = Math.max(longest, performance.now() - begun)
    await sleep(5)
  }
  await done
  return longest
}

const errorsIn = ({ output }: RunningServer) => output().match(/^{"level":[56]0.*$/gm) ?? []

describe('a hostile marketplace', () => {
  let server: RunningServer
  beforeAll(async () => {
    const env = { ...marketplaceSettings(hostile.url), MARKETPLACE_TIMEOUT_MS: '1000', LOG_LEVEL: 'warn' }
    server = await startServer({ mode: 'serve', env: { ...env, SMTP_URL: '', SMS_URL: '' } })
  })
  afterAll(() => server?.stop())

  let people = 0
  const PATHS = [
    ...[urls.quiz, urls.login, urls.foundation, urls.purposes, urls.user(7), urls.userMini(7), urls.freeTrialEvent],
    `${urls.cardSetsExplore}?front_language=english&back_language=german&language_level=A1&length=4`,
  ]
  const windows = {
    start_time: new Date(Date.now() + 3.6e6).toISOString(),
    end_time: new Date(Date.now() + 7.2e6).toISOString(),
  }
  const search = {
    page_size: 4,
    user_timezone: 'Europe/Berlin',
    teach_language: { language: 'english' },
    specify_time: [windows],
  }

  it.each(HOSTILE_REPLIES)(
    '%s: everyone gets a reply, no one else waits, and no error is logged here',
    async (_name, present) => {
      sendReply = present
      asked = []
      const ask = () => {
        const cookie = `sid=${++people}-session`
        const get = (path: string) => fetch(`${server.origin}${path}`, { headers: { cookie } })
        const post = (path: string, body: object) =>
          fetch(`${server.origin}${path}`, {
            method: 'POST',
            headers: { cookie, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          })
        return Promise.all([...PATHS.map(get), post(urls.teacherSearch, search)])
      }
      const replies = ask()
      const longest = [await whileOthersWait(server, replies), await whileOthersWait(server, ask())]
      // The better of two, because other programs share the machine.
      expect(Math.min(...longest)).toBeLessThan(timeLimit(MAX_OTHERS_MS))
      const statuses = (await replies).map(({ status }) => status)
      expect(statuses[0]).toBe(200)
      expect(statuses.filter((status) => status === 500)).toEqual([])
      expect(asked.length).toBeGreaterThan(5)
      expect(errorsIn(server)).toEqual([])
    },
  )
})

it('a hostile receiver of results, events, and text messages: learners notice nothing', async () => {
  const some = HOSTILE_REPLIES.slice(0, HOSTILE_REPLIES.length - 2 * Object.keys(VALUES).length)
  const turns = new Map<string, number>()
  sendReply = (reply, path) => {
    const turn = turns.get(path) ?? 0
    turns.set(path, turn + 1)
    some[turn % some.length]?.[1](reply, path)
  }
  asked = []
  const server = await startServer({
    mode: 'serve',
    env: {
      RESULTS_WEBHOOK_URL: `${hostile.url}/results`,
      RESULTS_WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}`,
      EVENTS_COLLECTOR_URL: `${hostile.url}/events`,
      SMS_URL: `${hostile.url}/sms`,
    },
  })
  const learn = async (learner: number) => {
    const browser = new FetchBrowser()
    // A busy machine refuses some of this many simultaneous requests.
    const send = async (method: string, path: string, body: object): ReturnType<FetchBrowser['send']> => {
      const reply = await browser.send(method, `${server.origin}${path}`, body, { 'user-agent': APP_AGENT })
      return reply.status === 503 ? sleep(500).then(() => send(method, path, body)) : reply
    }
    expect((await send('POST', urls.appSessions, { token: appToken(`person-${learner}`) })).status).toBe(201)
    const target = `+4474001${String(23_400 + learner)}`
    expect((await send('POST', urls.codes, { channel: 'phone', target })).status).toBe(202)
    const ask = async (method: 'POST' | 'PUT', path: string, body: object) => (await send(method, path, body)).body.data
    expect((await takeQuiz<Attempt>(ask, 'english', rightChoice)).status).toBe('finished')
  }
  await Promise.all(some.map((_, learner) => learn(learner)))
  const delivered = expect
    .poll(() => ['/results', '/sms'].map((path) => (turns.get(path) ?? 0) >= some.length))
    .toEqual([true, true])
  expect(await whileOthersWait(server, Promise.resolve(delivered))).toBeLessThan(timeLimit(MAX_OTHERS_MS))
  expect(asked).toContain('/events')
  expect(errorsIn(server)).toEqual([])
  await server.stop()
  expect(server.process.exitCode).toBe(0)
})
