import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attempt } from '#contract/attempts.ts'
import { urls } from '#contract/urls.ts'
import { rightChoice, takeQuiz } from '#harness/api-client.ts'
import { APP_TOKEN_SECRET } from '#harness/test-settings.ts'
import { LANGUAGES, type Language } from '#quiz/languages.ts'
import type { Acknowledged, Journal, Request } from './journal.ts'

/** A request without a reply for this long has failed. */
const MAX_MS = 20_000
/**
 * Shorter than a browser's retry interval, so a fault hits more requests; longer during a fault, so retries don't
 * dominate the cost.
 */
const PAUSE_MS = 50
const MAX_PAUSE_MS = 200
/** While a fault lasts, clients that never pause would dominate its cost. */
const MAX_THOUGHT_MS = 50
export const APP_AGENT = 'Mozilla/5.0 LanguageQuizApp/7.2'

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A single-use token from the app's service for a person (docs/api.md). */
export function appToken(person: string): string {
  const iat = Math.floor(Date.now() / 1000)
  const claims = { iss: 'app.example', sub: person, jti: randomUUID(), iat, exp: iat + 300, nickname: 'Fault' }
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${signed}.${createHmac('sha256', APP_TOKEN_SECRET).update(signed).digest('base64url')}`
}

export function readCookies(response: Response): Record<string, string> {
  return Object.fromEntries(
    response.headers.getSetCookie().map((line) => {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
}

export const cookieHeader = (cookies: Readonly<Record<string, string>>): string =>
  Object.entries(cookies)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')

/** The text of a public report's page, without scripts and tags. */
export function textOf(html: string): string {
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? html
  return main
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

let visitors = 0

/** A browser that retries until it gets a reply, like the page's queue, and journals everything. */
export class Visitor {
  readonly #origin: string
  readonly #journal: Journal
  readonly #signal: AbortSignal
  readonly number: number
  #cookies: Record<string, string> = {}

  constructor(origin: string, journal: Journal, signal = new AbortController().signal, number?: number) {
    if (number === undefined) visitors += 1
    this.number = number ?? visitors
    this.#origin = origin
    this.#journal = journal
    this.#signal = signal
  }

  /** The same visitor on another process. */
  at(origin: string): Visitor {
    const same = new Visitor(origin, this.#journal, this.#signal, this.number)
    same.#cookies = this.#cookies
    return same
  }

  /** The 2xx reply, or undefined once the signal aborts or the request was refused for good. */
  async #ask(
    method: string,
    path: string,
    body?: () => object,
    facts: Pick<Request, 'choice' | 'person' | 'attemptId'> = {},
  ): Promise<{ data?: Acknowledged & Attempt & { user_id: number; report_id: string } } | undefined> {
    for (let pause = PAUSE_MS; !this.#signal.aborted; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
      const n = await this.#journal.request({ visitor: this.number, method, path, cookies: this.#cookies, ...facts })
      const started = performance.now()
      const outcome = await this.#send(method, path, body?.()).catch(() => undefined)
      const ms = Math.round(performance.now() - started)
      if (!outcome) await this.#journal.cut(n, ms)
      else {
        const { status, cookies, data, text } = outcome
        const acknowledged = acknowledgedBy(path, data, text)
        await this.#journal.reply(n, { status, ms, cookies, ...(status < 400 ? acknowledged : {}) })
        if (status < 400) {
          this.#cookies = { ...this.#cookies, ...cookies }
          return { data }
        }
        if (status < 500 && status !== 429) return undefined
      }
      await sleep(pause)
    }
  }

  async #send(method: string, path: string, body?: object) {
    const response = await fetch(`${this.#origin}${path}`, {
      method,
      headers: {
        'user-agent': APP_AGENT,
        cookie: cookieHeader(this.#cookies),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(MAX_MS),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
    return {
      status: response.status,
      cookies: readCookies(response),
      data: isJson ? JSON.parse(text).data : undefined,
      text,
    }
  }

  async signIn(): Promise<void> {
    const person = `person-${this.number}`
    await this.#ask('POST', urls.appSessions, () => ({ token: appToken(person) }), { person })
  }

  async signOut(): Promise<void> {
    await this.#ask('DELETE', urls.currentSession)
  }

  /** Starts a test in a random language. */
  async start(): Promise<Attempt | undefined> {
    return (await this.#ask('POST', urls.attempts, () => ({ language: someLanguage() })))?.data
  }

  async answer(id: string, position: number, choice: readonly string[]): Promise<Attempt | undefined> {
    const body = () => ({ choice, elapsed_ms: 900 })
    return (await this.#ask('PUT', urls.answer(id, position), body, { choice }))?.data
  }

  /**
   * Takes a whole test: right, wrong, and "I don't know" at random, after some thought.
   * @returns its id once finished
   */
  async takeTest(longestThoughtMs = 0): Promise<string | undefined> {
    const ask = async (method: string, path: string, body: { language: string } | { choice: string[] }) => {
      if (longestThoughtMs) await sleep(Math.random() * longestThoughtMs)
      return (await this.#ask(method, path, () => body, 'choice' in body ? { choice: body.choice } : {}))?.data
    }
    return (await takeQuiz(ask, someLanguage(), chooseSome))?.id
  }

  /** Shares a finished attempt of the account and looks at its public page. */
  async share(attemptId: string): Promise<void> {
    const shared = await this.#ask('POST', urls.reports, () => ({ assessment_id: attemptId }), { attemptId })
    if (shared?.data) await this.#ask('GET', urls.report(shared.data.report_id))
  }
}

function acknowledgedBy(path: string, data: Record<string, unknown> | undefined, text: string): Acknowledged {
  if (path === urls.appSessions) return { userId: data?.user_id as number }
  if (path === urls.reports) return { reportId: data?.report_id as string }
  if (path.startsWith(urls.report(''))) return { reportText: textOf(text) }
  return path.startsWith(urls.attempts) ? { attempt: data as unknown as Attempt } : {}
}

const someLanguage = () => LANGUAGES[Math.floor(Math.random() * LANGUAGES.length)] as Language

function chooseSome(attempt: Attempt, position: number): string[] {
  const chance = Math.random()
  if (chance < 0.15) return []
  const right = rightChoice(attempt, position)
  if (chance < 0.7) return right
  const options = attempt.questions.find((question) => question.position === position)?.options ?? []
  return options.filter((option) => !right.includes(option)).slice(0, 1)
}

/**
 * One visitor after another until `signal`: every other one signs in first, the others after their test; all share the
 * result, and every fourth one signs out.
 */
async function takeTests(
  origin: string,
  journal: Journal,
  signal: AbortSignal,
  longestThoughtMs: number,
): Promise<void> {
  while (!signal.aborted) {
    const visitor = new Visitor(origin, journal, signal)
    const isKnown = visitor.number % 2 === 0
    if (isKnown) await visitor.signIn()
    const id = await visitor.takeTest(longestThoughtMs)
    if (!isKnown) await visitor.signIn()
    if (id) await visitor.share(id)
    if (visitor.number % 4 < 2) await visitor.signOut()
  }
}

/**
 * This many clients, each taking tests until `signal`; then waits for requests in flight. A thinking time of 0 ms keeps
 * as many in flight as possible.
 */
export async function startClients(
  origin: string,
  journal: Journal,
  {
    count,
    signal,
    longestThoughtMs = MAX_THOUGHT_MS,
  }: { count: number; signal: AbortSignal; longestThoughtMs?: number },
): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => takeTests(origin, journal, signal, longestThoughtMs)))
}
