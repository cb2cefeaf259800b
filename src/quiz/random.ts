/**
 * A number in [0, 1). Randomness is always an argument: the server passes a cryptographic source, tests a seeded one.
 */
export type Random = () => number

/** A reproducible random source, for tests, simulations, and samples (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

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
