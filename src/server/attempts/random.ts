import { randomInt } from 'node:crypto'
import type { Random } from '#quiz/random.ts'

/** Unpredictable randomness: 32 bits from the system's cryptographic source. */
export const systemRandom: Random = () => randomInt(2 ** 32) / 2 ** 32
