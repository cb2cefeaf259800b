import type { Random } from '#quiz/random.ts'

/** So many quizzes a second are begun, for so long. */
export type Stretch = { seconds: number; perSecond: number }

/**
 * When each quiz begins, in seconds from the start: visitors come independently of each other and of how the server fares, which is a
 * Poisson process with exponential gaps.
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
