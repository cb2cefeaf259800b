/** What a fault led to. `broken` says in words which other limit of the catalogue was not kept; empty when all were. */
export type Tally = {
  injections: number
  /** Writes that the service said were done. */
  acknowledged: number
  /** Acknowledged writes that were not there afterwards. */
  lost: number
  /** Results, sessions, rows and replies that contradict what was acknowledged or the rules of the quiz. */
  wrong: number
  /** Processes that ended although nobody told them to. */
  exits: number
  broken: string[]
}

export type Fault = {
  /** 'F1' to 'F34', as the catalogue numbers them. */
  id: string
  title: string
  /** What the catalogue asks for. */
  limit: string
  /** How many injections the catalogue asks for. */
  count: number
  /** How many of them run in `npm test`. */
  short?: number
  run: (count: number) => Promise<Tally>
}

/** Whether all that was asked for was kept. */
export function isKept({ lost, wrong, exits, broken }: Tally): boolean {
  return lost + wrong + exits + broken.length === 0
}
