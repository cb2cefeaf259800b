/** The outcome of a fault. `broken` describes the other catalog limits that weren't kept. */
export type Tally = {
  injections: number
  /** Writes that the service acknowledged. */
  acknowledged: number
  /** Acknowledged writes that were missing afterwards. */
  lost: number
  /** Results, sessions, rows and replies that contradict what was acknowledged or the rules of the quiz. */
  wrong: number
  /** Processes that exited on their own. */
  exits: number
  broken: string[]
}

export type Fault = {
  /** 'F1' to 'F38', the catalog's numbers. */
  id: string
  title: string
  /** The catalog's requirement. */
  limit: string
  /** The number of injections the catalog requires. */
  count: number
  /** How many of them run in `npm test`. */
  short?: number
  run: (count: number) => Promise<Tally>
}

/** Whether all requirements were met. */
export function isKept({ lost, wrong, exits, broken }: Tally): boolean {
  return lost + wrong + exits + broken.length === 0
}

/**
 * Acknowledged writes that are missing, and contradictions of acknowledged writes or of the quiz's rules: one sentence
 * each.
 */
export type Findings = { lost: string[]; wrong: string[] }
