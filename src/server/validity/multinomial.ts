import type { Random } from '#quiz/random.ts'

/** Below this many expected successes the rejection's hat is too narrow, and counting gaps is as quick. */
const FEW = 10

/** ln(k!) less Stirling's approximation. */
function stirlingTail(k: number): number {
  const next = k + 1
  return (1 / 12 - (1 / 360 - 1 / 1260 / next ** 2) / next ** 2) / next
}

/** By the gaps between successes, which are geometric. */
function countSuccesses(trials: number, chance: number, random: Random): number {
  const logFailure = Math.log1p(-chance)
  let successes = -1
  let passed = 0
  while (passed <= trials) {
    passed += Math.floor(Math.log(1 - random()) / logFailure) + 1
    successes++
  }
  return successes
}

/** Transformed rejection (Hörmann 1993, BTRS): as quick for a million trials as for a hundred. */
function rejectUntilBinomial(trials: number, chance: number, random: Random): number {
  const spread = Math.sqrt(trials * chance * (1 - chance))
  const b = 1.15 + 2.53 * spread
  const a = -0.0873 + 0.0248 * b + 0.01 * chance
  const alpha = (2.83 + 5.1 / b) * spread
  const odds = chance / (1 - chance)
  const mode = Math.floor((trials + 1) * chance)
  for (;;) {
    const u = random() - 0.5
    const v = 1 - random()
    const aside = 0.5 - Math.abs(u)
    const k = Math.floor(((2 * a) / aside + b) * u + trials * chance + 0.5)
    if (aside >= 0.07 && v <= 0.92 - 4.2 / b) return k
    if (!(k >= 0 && k <= trials)) continue
    const bound =
      (mode + 0.5) * Math.log((mode + 1) / (odds * (trials - mode + 1))) +
      (trials + 1) * Math.log((trials - mode + 1) / (trials - k + 1)) +
      (k + 0.5) * Math.log((odds * (trials - k + 1)) / (k + 1)) +
      (stirlingTail(mode) + stirlingTail(trials - mode) - stirlingTail(k) - stirlingTail(trials - k))
    if (Math.log((v * alpha) / (a / aside ** 2 + b)) <= bound) return k
  }
}

/** How many of `trials` succeed, drawn from the binomial distribution. */
export function drawBinomial(trials: number, chance: number, random: Random): number {
  if (trials === 0 || chance <= 0) return 0
  if (chance >= 1) return trials
  if (chance > 0.5) return trials - drawBinomial(trials, 1 - chance, random)
  return (trials * chance < FEW ? countSuccesses : rejectUntilBinomial)(trials, chance, random)
}

/** As many people as in `counts`, drawn again with replacement: a multinomial draw, cell by cell. */
export function resample(counts: readonly number[], random: Random): number[] {
  let left = 0
  for (const count of counts) left += count
  let toDraw = left
  return counts.map((count) => {
    const drawn = drawBinomial(toDraw, count / left, random)
    left -= count
    toDraw -= drawn
    return drawn
  })
}
