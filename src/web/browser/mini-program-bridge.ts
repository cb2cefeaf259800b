import { findMiniProgram, miniProgramUrl } from './mini-program.ts'

/** A person reads and presses something on the page that opens. */
const REPLY_MS = 5 * 60_000

/**
 * A web view has no channel from the mini-program to its page but the address: the mini-program answers by adding this fragment. Its
 * value is the reply as encoded JSON.
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
 * Opens a page of the mini-program around this one, with an identifier as `bridge_id`, and waits for the reply that carries the same
 * identifier: in the fragment of the address, or as a message from this origin. Everything else is dropped.
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
