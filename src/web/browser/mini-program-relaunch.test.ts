import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { relaunchScorePage } from './mini-program.ts'

type Relaunch = { url: string; success: () => void; fail: () => void }

const score = { language: 'french', level: 'B2' } as const
const PATH = '/pages/assessment/score'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function stubSdk(reLaunch: (options: Relaunch) => void): void {
  vi.stubGlobal('window', { wx: { miniProgram: { reLaunch } } })
}

it('relaunches the score page with language and level', async () => {
  const urls: string[] = []
  stubSdk(({ url, success }) => {
    urls.push(url)
    success()
  })
  expect(await relaunchScorePage(PATH, score)).toBe(true)
  expect(urls).toEqual(['/pages/assessment/score?language=french&level=B2'])
})

it.each<[string, () => void]>([
  ['there is no SDK', () => vi.stubGlobal('window', {})],
  ['there is no mini-program', () => vi.stubGlobal('window', { wx: {} })],
  ['the call fails', () => stubSdk(({ fail }) => fail())],
  [
    'the call throws',
    () =>
      stubSdk(() => {
        throw new Error('no bridge')
      }),
  ],
])('gives up when %s', async (_name, stub) => {
  stub()
  expect(await relaunchScorePage(PATH, score)).toBe(false)
})

it('gives up after three seconds without a response', async () => {
  stubSdk(() => {})
  const outcome = relaunchScorePage(PATH, score)
  await vi.advanceTimersByTimeAsync(3000)
  expect(await outcome).toBe(false)
})
