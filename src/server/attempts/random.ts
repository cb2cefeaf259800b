import { randomInt } from 'node:crypto'
import type { Random } from '#quiz/random.ts'

/** Chance that nobody can foresee: 32 bits of the system's cryptographic source. */
export const systemRandom: Random = () => randomInt(2 ** 32) / 2 ** 32
