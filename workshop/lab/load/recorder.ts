import type { Journal, Outcome, Taken } from './visit.ts'

/** p99.9 needs at least this many requests. */
const FEWEST_FOR_P999 = 10_000
const MOST_REASONS = 5

/** Milliseconds from the moment a request was due; null if there are too few requests. */
export type Latencies = {
  requests: number
  p50: number | null
  p99: number | null
  p999: number | null
  longest: number | null
}

export type Figures = Latencies & {
  seconds: number
  outcomes: Record<Outcome, number>
  /** Answers refused with 503 and resent. */
  sentAgain: number
  finishedPerSecond: number
  /** The 99th percentile of the generator's own lateness. */
  generatorLateP99: number | null
  /** By second of the window. */
  p99BySecond: (number | null)[]
  /** Why quizzes failed or were wrong; only the first few. */
  reasons: string[]
}

/** The exact nearest-rank percentile `share` of sorted values. */
function percentile(sorted: Float64Array, share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null
}

export function latenciesOf(milliseconds: readonly number[]): Latencies {
  const sorted = Float64Array.from(milliseconds).sort()
  return {
    requests: sorted.length,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    p999: sorted.length >= FEWEST_FOR_P999 ? percentile(sorted, 0.999) : null,
    longest: sorted.at(-1) ?? null,
  }
}

/** Records the outcome of every request and quiz, to be summarized by time window. */
export class Recorder implements Journal {
  readonly #taken: Taken[] = []
  readonly #ended: { at: number; outcome: Outcome; why: string | undefined }[] = []
  readonly #sentAgainAt: number[] = []

  taken = (request: Taken) => void this.#taken.push(request)
  sentAgain = () => void this.#sentAgainAt.push(performance.now())
  ended = (outcome: Outcome, why?: string) => void this.#ended.push({ at: performance.now(), outcome, why })

  /** Everything due or ended between two values of `performance.now()`. */
  figures(from: number, to: number): Figures {
    const within = (at: number) => at >= from && at < to
    const taken = this.#taken.filter(({ dueAt }) => within(dueAt))
    const ended = this.#ended.filter(({ at }) => within(at))
    const count = (outcome: Outcome) => ended.filter((quiz) => quiz.outcome === outcome).length
    const late = Float64Array.from(taken, ({ lateMs }) => lateMs).sort()
    const seconds = (to - from) / 1000
    return {
      seconds,
      ...latenciesOf(taken.map(({ latencyMs }) => latencyMs)),
      outcomes: {
        finished: count('finished'),
        refused: count('refused'),
        'given up': count('given up'),
        failed: count('failed'),
        wrong: count('wrong'),
      },
      sentAgain: this.#sentAgainAt.filter(within).length,
      finishedPerSecond: count('finished') / seconds,
      generatorLateP99: percentile(late, 0.99),
      p99BySecond: this.#p99BySecond(taken, from, Math.ceil(seconds)),
      reasons: [...new Set(ended.flatMap(({ outcome, why }) => (why && outcome !== 'refused' ? [why] : [])))].slice(
        0,
        MOST_REASONS,
      ),
    }
  }

  #p99BySecond(taken: readonly Taken[], from: number, seconds: number): (number | null)[] {
    const bySecond = Array.from({ length: seconds }, (): number[] => [])
    for (const { dueAt, latencyMs } of taken) bySecond[Math.floor((dueAt - from) / 1000)]?.push(latencyMs)
    return bySecond.map((milliseconds) => percentile(Float64Array.from(milliseconds).sort(), 0.99))
  }
}
