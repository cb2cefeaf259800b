import type { Level } from '#quiz/constants.ts'

/**
 * A second, plain implementation of Specification §4 to compare the server with: five rounds of three questions,
 * starting at B1. After every round, two or more right answers move up a level and fewer move down, clamped. The number
 * of right answers adds floor(tally / 15), capped.
 */
const LADDER: Level[] = ['A1', 'A2', 'B1', 'B2', 'C1', 'C2']

const BANDS: Record<Level, [number, number]> = {
  A1: [45, 49],
  A2: [55, 59],
  B1: [65, 69],
  B2: [75, 79],
  C1: [85, 89],
  C2: [95, 99],
}

export class ReferenceAttempt {
  readonly #outcomes: boolean[] = []
  #index = 2
  #rightInRound = 0

  get answered(): number {
    return this.#outcomes.length
  }

  get isFinished(): boolean {
    return this.#outcomes.length === 15
  }

  /** The level of the current round. */
  get level(): Level {
    return LADDER[this.#index] as Level
  }

  answer(isRight: boolean): void {
    if (this.isFinished) return
    this.#outcomes.push(isRight)
    if (isRight) this.#rightInRound++
    if (this.#outcomes.length % 3 !== 0) return
    this.#index += this.#rightInRound < 2 ? -1 : 1
    if (this.#index < 0) this.#index = 0
    if (this.#index > 5) this.#index = 5
    this.#rightInRound = 0
  }

  get result(): { level: Level; band: [number, number] } {
    const tally = this.#outcomes.filter(Boolean).length
    const level = LADDER[Math.min(5, this.#index + Math.floor(tally / 15))] as Level
    return { level, band: BANDS[level] }
  }
}
