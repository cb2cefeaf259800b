/**
 * Solves the proof of work that a one-time code costs when too many are requested (docs/decisions/008). WebCrypto
 * computes one hash at a time, asynchronously, which is many times slower than the few lines of SHA-256 below (FIPS
 * 180-4) for texts of one block.
 */

const primes = Array.from({ length: 312 }, (_, index) => index).filter(
  (number) =>
    number > 1 && Array.from({ length: number - 2 }, (_, index) => index + 2).every((divisor) => number % divisor > 0),
)
/** The first 32 bits of the fractional part. */
const fraction = (number: number) => ((number - Math.floor(number)) * 2 ** 32) | 0
const START = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))
const ROUND = Int32Array.from(primes.slice(0, 64), (prime) => fraction(Math.cbrt(prime)))

/** How long the page may freeze, and how long a wait people notice. */
const SLICE_MS = 30
const SLOW_MS = 1000

const words = new Int32Array(64)
const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by))
const at = (array: Int32Array, index: number) => array[index] as number

/** The first 32 bits of SHA-256 of a text of at most 55 ASCII characters. */
export function hashStart(text: string): number {
  words.fill(0, 0, 16)
  for (let index = 0; index < text.length; index++)
    words[index >> 2] = at(words, index >> 2) | (text.charCodeAt(index) << (24 - 8 * (index & 3)))
  words[text.length >> 2] = at(words, text.length >> 2) | (0x80 << (24 - 8 * (text.length & 3)))
  words[15] = text.length * 8
  for (let index = 16; index < 64; index++) {
    const early = at(words, index - 15)
    const late = at(words, index - 2)
    const first = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
    const second = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
    words[index] = (at(words, index - 16) + first + at(words, index - 7) + second) | 0
  }
  let [a, b, c, d, e, f, g, h] = START as unknown as [number, number, number, number, number, number, number, number]
  for (let index = 0; index < 64; index++) {
    const choice = (e & f) ^ (~e & g)
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + at(ROUND, index) + at(words, index)) | 0
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  return (a + at(START, 0)) >>> 0
}

/**
 * The proof for a challenge. `onSlow` is called once when it takes longer than a second. The page stays usable
 * meanwhile.
 */
export async function solve(challenge: string, onSlow: () => void = () => {}): Promise<string> {
  const [bits, , , seal] = challenge.split('.')
  const limit = 2 ** (32 - Number(bits))
  const start = performance.now()
  let isSlow = false
  let sliceEnd = start + SLICE_MS
  for (let number = 0; ; number++) {
    if (hashStart(`${seal}.${number}`) < limit) return `${challenge}.${number}`
    if (number % 512 > 0 || performance.now() < sliceEnd) continue
    if (!isSlow && performance.now() - start > SLOW_MS) {
      isSlow = true
      onSlow()
    }
    await new Promise((resolve) => setTimeout(resolve))
    sliceEnd = performance.now() + SLICE_MS
  }
}
