import type { Random } from '#quiz/random.ts'

/** A rate of quiz starts and how long it lasts. */
export type Stretch = { seconds: number; perSecond: number }

/**
 * When each quiz starts, in seconds from the beginning: visitors arrive independently of each other and of the server's
 * state, which is a Poisson process with exponential gaps.
 */
export function arrivals(stretches: readonly Stretch[], random: Random): number[] {
  const times: number[] = []
  let begun = 0
  for (const { seconds, perSecond } of stretches) {
    let at = begun
    for (;;) {
      at += -Math.log(1 - random()) / perSecond
      if (at >= begun + seconds) break
      times.push(at)
    }
    begun += seconds
  }
  return times
}
