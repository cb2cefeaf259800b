import type { postAppSession } from '#contract/sign-in.ts'
import { urls } from '#contract/urls.ts'
import type { Level } from '#quiz/constants.ts'
import type { Language } from '#quiz/languages.ts'
import { goOnAfterSignIn } from './after-sign-in.ts'
import { call } from './api-client.ts'

type Options = { url: string; success?: () => void; fail?: (error?: { errMsg?: string }) => void }

/** The part of the vendor's JS-SDK that a page in a mini-program's web view may call. */
type MiniProgram = {
  navigateTo: (options: Options) => void
  reLaunch: (options: Options) => void
}

/** The mini-program around this page, once its SDK is loaded. */
function findMiniProgram(): MiniProgram | undefined {
  return (window as { wx?: { miniProgram?: MiniProgram } }).wx?.miniProgram
}

/** A mini-program page's address with a query. The SDK decodes `%20` but not `+`. */
function miniProgramUrl(path: string, query: Record<string, string>): string {
  return `${path}?${new URLSearchParams(query).toString().replaceAll('+', '%20')}`
}

/** A relaunch destroys this page. If the page still exists after this time, the relaunch failed. */
const RELAUNCH_MS = 3000

/**
 * Relaunches the mini-program's score page with language and level (Specification §2, test end).
 * @returns whether the mini-program took over; false without the SDK, on failure, and on timeout
 */
export function relaunchScorePage(path: string, result: { language: Language; level: Level }): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), RELAUNCH_MS)
    try {
      const miniProgram = findMiniProgram()
      if (!miniProgram) return resolve(false)
      miniProgram.reLaunch({
        url: miniProgramUrl(path, result),
        success: () => resolve(true),
        fail: () => resolve(false),
      })
    } catch {
      resolve(false)
    }
  })
}

/** Long enough for a person to act on the page that opens. */
const REPLY_MS = 5 * 60_000

/**
 * A mini-program can reach the page in its web view only through the address, so it replies with this fragment followed
 * by URI-encoded JSON.
 */
const REPLY_FRAGMENT = '#mini_program_reply='

type Reply = { id: string; success?: unknown; message?: unknown; data?: unknown }

function isReply(value: unknown): value is Reply {
  return typeof value === 'object' && value !== null && typeof (value as Reply).id === 'string'
}

function readFragment(): unknown {
  if (!location.hash.startsWith(REPLY_FRAGMENT)) return undefined
  try {
    return JSON.parse(decodeURIComponent(location.hash.slice(REPLY_FRAGMENT.length)))
  } catch {
    return undefined
  }
}

function failure(message: unknown): Error {
  return new Error(typeof message === 'string' && message !== '' ? message : 'error')
}

/**
 * Opens a page of the surrounding mini-program with a new `bridge_id` and waits for the reply with that id, in the
 * fragment of the address or in a message from this origin. Ignores everything else.
 * @returns the reply's data
 * @throws Error with the returned message, or 'error' (Specification §7)
 */
export function openMiniProgramPage(
  path: string,
  query: Record<string, string> = {},
  replyMs = REPLY_MS,
): Promise<unknown> {
  const miniProgram = findMiniProgram()
  if (!miniProgram) return Promise.reject(failure(undefined))
  const id = crypto.randomUUID()
  const waiting = new AbortController()
  const { signal } = waiting

  const reply = new Promise<unknown>((resolve, reject) => {
    const timer = setTimeout(() => reject(failure(undefined)), replyMs)
    signal.addEventListener('abort', () => clearTimeout(timer))
    const take = (received: unknown): boolean => {
      if (!isReply(received) || received.id !== id) return false
      if (received.success === true) resolve(received.data)
      else reject(failure(received.success === false ? received.message : undefined))
      return true
    }
    const onMessage = ({ origin, data }: MessageEvent) => {
      if (origin === location.origin) take(data)
    }
    const onFragment = () => {
      if (take(readFragment())) history.replaceState(history.state, '', location.pathname + location.search)
    }
    window.addEventListener('message', onMessage, { signal })
    window.addEventListener('hashchange', onFragment, { signal })
    miniProgram.navigateTo({
      url: miniProgramUrl(path, { ...query, bridge_id: id }),
      fail: (error) => reject(failure(error?.errMsg)),
    })
  })
  return reply.finally(() => waiting.abort())
}

/**
 * Signs in on the mini-program's page and continues as after any sign-in. A reply with a `token`, like the mobile app's
 * (docs/decisions/008), is exchanged for a session; without one, the mini-program has signed in through the linked
 * marketplace's cookie.
 * @throws Error with the returned message, or 'error'
 */
export async function signInThroughMiniProgram(path: string): Promise<void> {
  const data = await openMiniProgramPage(path)
  const { token } = (data ?? {}) as { token?: unknown }
  if (typeof token === 'string') {
    const { ok } = await call<typeof postAppSession>('POST', urls.appSessions, { body: { token } })
    if (!ok) throw failure(undefined)
  }
  goOnAfterSignIn()
}

/** A page that can't be opened fails immediately; a later failure means that the user saw the page and left. */
const OPENING_MS = 3000

/**
 * Shares a result on the mini-program's page.
 * @returns whether that page opened; if not, fall back to the share sheet
 */
export async function shareThroughMiniProgram(
  path: string,
  result: { language: Language; level: Level },
): Promise<boolean> {
  const pressedAt = Date.now()
  try {
    await openMiniProgramPage(path, result)
    return true
  } catch {
    return Date.now() - pressedAt > OPENING_MS
  }
}
