/**
 * A number in [0, 1). Randomness is always an argument: the server passes a cryptographic source, tests a seeded one.
 */
export type Random = () => number

/** A new array with the same members in random order (Fisher–Yates). */
export function shuffle<T>(members: readonly T[], random: Random): T[] {
  const shuffled = [...members]
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const member = shuffled[last] as T
    shuffled[last] = shuffled[other] as T
    shuffled[other] = member
  }
  return shuffled
}
