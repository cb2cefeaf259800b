import { setTimeout as sleep } from 'node:timers/promises'
import { urls } from '#contract/urls.ts'
import type { Fault, Tally } from '../fault.ts'
import { type FaultyProxy, startFaultyProxy } from '../faulty-proxy.ts'
import type { Journal, Outcome } from '../journal.ts'
import { failedOtherwise, slowerThan, underLoad } from '../under-load.ts'

/** The limit while the network works. */
const USUAL_MS = 4000

type Kind = {
  name: string
  /** Injects the fault `times` times. */
  inject: (proxy: FaultyProxy, journal: Journal, times: number) => Promise<void>
  allowed: readonly number[]
  longestMs: number
}

async function untilAnswered(journal: Journal, times: number): Promise<void> {
  const before = journal.outcomes().length
  while (journal.outcomes().length < before + times) await sleep(100)
}

async function cutEach(
  proxy: FaultyProxy,
  journal: Journal,
  { place, times }: { place: Parameters<FaultyProxy['cut']>[0]; times: number },
): Promise<void> {
  for (let cut = 0; cut < times; cut++) {
    const before = proxy.cuts()
    proxy.cut(place)
    while (proxy.cuts() === before) await sleep(20)
    // Otherwise, every retry of a request would be cut on a slow machine.
    await untilAnswered(journal, 1)
  }
}

const KINDS: readonly Kind[] = [
  {
    name: '200 ms later',
    inject: async (proxy, journal, times) => {
      proxy.slow({ delayMs: 200 })
      await untilAnswered(journal, times)
    },
    allowed: [],
    longestMs: 6000,
  },
  {
    name: '1 KB/s',
    inject: async (proxy, journal, times) => {
      proxy.slow({ bytesPerSecond: 1000 })
      await untilAnswered(journal, times)
    },
    allowed: [503],
    longestMs: 20_000,
  },
  {
    name: 'black hole',
    inject: async (proxy, journal, times) => {
      for (let frozen = 0; frozen < times; ) {
        frozen += proxy.freeze()
        await untilAnswered(journal, 20)
        await sleep(200)
      }
    },
    allowed: [503],
    longestMs: 12_000,
  },
  {
    name: 'reset in a result',
    inject: (proxy, journal, times) => cutEach(proxy, journal, { place: 'in a result', times }),
    allowed: [],
    longestMs: 4000,
  },
  {
    name: 'reset after the commit',
    inject: (proxy, journal, times) => cutEach(proxy, journal, { place: 'after commit', times }),
    allowed: [],
    longestMs: 4000,
  },
]

type Period = { kind: Kind; from: number; to: number }

/** A request may fail as allowed by the faults it encountered. */
function judge(outcome: Outcome, periods: readonly Period[]): string[] {
  const begun = outcome.at - outcome.ms
  const met = periods.filter(({ from, to }) => begun <= to && outcome.at >= from).map(({ kind }) => kind)
  // A sign-in uses up its token, so it can't be retried.
  const allowed = outcome.path === urls.appSessions ? [503] : met.flatMap((kind) => kind.allowed)
  const longestMs = Math.max(USUAL_MS, ...met.map((kind) => kind.longestMs))
  const broken = [...failedOtherwise([outcome], allowed), ...slowerThan([outcome], longestMs)]
  return broken.map((what) => `${met.map(({ name }) => name).join(', ') || 'well'}: ${what}`)
}

async function run(count: number): Promise<Tally> {
  let proxy: FaultyProxy | undefined
  const periods: Period[] = []
  const tally = await underLoad({
    count: 1,
    pauseMs: 500,
    env: async (url) => {
      proxy = await startFaultyProxy(url)
      return { DATABASE_URL: proxy.url }
    },
    inject: async ({ journal }) => {
      for (const kind of KINDS) {
        const from = Date.now()
        if (proxy) await kind.inject(proxy, journal, Math.ceil(count / KINDS.length))
        proxy?.slow({})
        // Requests started before the network recovered end within this time.
        await untilAnswered(journal, 30)
        periods.push({ kind, from, to: Date.now() })
      }
      return []
    },
    judge: (outcomes) => outcomes.flatMap((outcome) => judge(outcome, periods)),
  })
  proxy?.close()
  return { ...tally, injections: count }
}

export const network: Fault = {
  id: 'F15',
  title: 'the network to Postgres: 200 ms delay, 1 KB/s, a black hole, a reset in a result, a reset after the commit',
  limit:
    'replies within 6, 20, 12, 4, 4 s; 503 only while slow or blocked and for sign-ins, which can’t be retried; no answer stored twice',
  count: 250,
  run,
}
