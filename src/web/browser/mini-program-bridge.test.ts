import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openMiniProgramPage } from './mini-program.ts'

const ORIGIN = 'https://quiz.example'

type Opened = { url: string; fail?: (error?: { errMsg?: string }) => void }

let page: EventTarget & { wx?: unknown }
let opened: Opened[]
let address: { origin: string; pathname: string; search: string; hash: string }
const replaceState = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  opened = []
  page = Object.assign(new EventTarget(), {
    wx: { miniProgram: { navigateTo: (options: Opened) => opened.push(options) } },
  })
  address = { origin: ORIGIN, pathname: '/languageassessment/quiz', search: '?language=french', hash: '' }
  vi.stubGlobal('window', page)
  vi.stubGlobal('location', address)
  vi.stubGlobal('history', { state: { screen: 'result' }, replaceState })
})
afterEach(() => {
  // No listener or timer remains, no matter how it ends.
  expect([...getEventListeners(page, 'message'), ...getEventListeners(page, 'hashchange')]).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  replaceState.mockClear()
})

const bridgeId = (index = 0) => new URL(opened[index]?.url ?? '', ORIGIN).searchParams.get('bridge_id') ?? ''

function message(data: unknown, origin = ORIGIN): void {
  page.dispatchEvent(new MessageEvent('message', { data, origin }))
}

function fragment(value: string): void {
  address.hash = `#mini_program_reply=${value}`
  page.dispatchEvent(new Event('hashchange'))
}

/** The promise's current state, without awaiting it. */
async function stateOf(promise: Promise<unknown>): Promise<unknown> {
  return Promise.race([promise.catch((error: Error) => error.message), Promise.resolve().then(() => 'waiting')])
}

describe('the bridge to the mini-program', () => {
  it('opens the page with a new id each time, and resolves with the data of the reply', async () => {
    const first = openMiniProgramPage('/pages/pay/index', { amount: '1 + 2', title: '中文' })
    const second = openMiniProgramPage('/pages/pay/index')
    expect(opened[0]?.url).toBe(`/pages/pay/index?amount=1%20%2B%202&title=%E4%B8%AD%E6%96%87&bridge_id=${bridgeId(0)}`)
    expect(bridgeId(0)).toMatch(/^[0-9a-f-]{36}$/)
    expect(bridgeId(1)).not.toBe(bridgeId(0))
    message({ id: bridgeId(1), success: true, data: 'second' })
    expect(await second).toBe('second')
    expect(await stateOf(first)).toBe('waiting')
    message({ id: bridgeId(0), success: true, data: { paid: true } })
    expect(await first).toEqual({ paid: true })
  })

  it.each([
    ['the returned message', { success: false, message: 'cancelled by the user' }, 'cancelled by the user'],
    ['error when the reply carries no success flag', {}, 'error'],
    ['error without a flag, whatever the message', { message: 'paid' }, 'error'],
    ['error when the success flag is not a boolean', { success: 'yes', message: 'paid' }, 'error'],
    ['error when the failure has no message', { success: false }, 'error'],
    ['error when the failure has an empty message', { success: false, message: '' }, 'error'],
    ['error when the message is not a string', { success: false, message: { html: '<b>' } }, 'error'],
  ])('rejects with %s', async (_name, reply, reason) => {
    const waiting = openMiniProgramPage('/pages/pay/index')
    message({ id: bridgeId(), ...reply })
    await expect(waiting).rejects.toThrow(new Error(reason))
  })

  it.each<[string, () => void]>([
    ['an unknown identifier', () => message({ id: 'another', success: true })],
    ['a reply without an identifier', () => message({ success: true })],
    ['an identifier of another kind', () => message({ id: [bridgeId()], success: true })],
    ['a foreign origin', () => message({ id: bridgeId(), success: true }, 'https://evil.example')],
    ['an opaque origin', () => message({ id: bridgeId(), success: true }, 'null')],
    ['a reply that isn’t an object', () => message('{"success":true}')],
    ['null', () => message(null)],
    ['a fragment with an unknown identifier', () => fragment('%7B%22id%22%3A%22x%22%2C%22success%22%3Atrue%7D')],
    ['a fragment that is not a reply', () => fragment('%E0%A4%A')],
    ['a fragment that is not JSON', () => fragment('%7B')],
    [
      'another fragment',
      () => {
        address.hash = '#wechat_redirect'
        page.dispatchEvent(new Event('hashchange'))
      },
    ],
  ])('v5.0.0-3.5.5: ignores %s and keeps waiting', async (_name, send) => {
    const waiting = openMiniProgramPage('/pages/pay/index')
    send()
    expect(await stateOf(waiting)).toBe('waiting')
    expect(replaceState).not.toHaveBeenCalled()
    message({ id: bridgeId(), success: true, data: 'right' })
    expect(await waiting).toBe('right')
  })

  it('reads the reply from the fragment of the address, and removes it', async () => {
    const waiting = openMiniProgramPage('/pages/pay/index')
    fragment(encodeURIComponent(JSON.stringify({ id: bridgeId(), success: true, data: '100% #1' })))
    expect(await waiting).toBe('100% #1')
    expect(replaceState.mock.calls).toEqual([[{ screen: 'result' }, '', '/languageassessment/quiz?language=french']])
  })

  it("rejects with the mini-program's message when the page can't be opened", async () => {
    const waiting = openMiniProgramPage('/pages/missing')
    opened[0]?.fail?.({ errMsg: 'navigateTo:fail page "pages/missing" is not found' })
    await expect(waiting).rejects.toThrow('navigateTo:fail page')
  })

  it('times out, and ignores a late reply', async () => {
    const waiting = openMiniProgramPage('/pages/pay/index', {}, 1000)
    const outcome = expect(waiting).rejects.toThrow(new Error('error'))
    await vi.advanceTimersByTimeAsync(999)
    expect(await stateOf(waiting)).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    await outcome
    message({ id: bridgeId(), success: true })
  })

  it.each([
    ['no SDK', undefined],
    ['an SDK without mini-program', {}],
    [
      'a call that throws',
      {
        miniProgram: {
          navigateTo: () => {
            throw new Error('error')
          },
        },
      },
    ],
  ])('rejects with error: %s', async (_name, wx) => {
    page.wx = wx
    await expect(openMiniProgramPage('/pages/pay/index')).rejects.toThrow(new Error('error'))
  })
})
