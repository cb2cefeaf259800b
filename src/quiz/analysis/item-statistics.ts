import type { Language } from '../languages.ts'
import type { Level } from '../levels.ts'

/** One version of an item; `level` is the level it is tagged with. */
export type ItemName = { language: Language; id: number; version: string; level: Level }

/** Why somebody should look at an item, with the evidence: logits, z scores and shares between 0 and 1. */
export type ItemWarning =
  | { reason: 'harder' | 'easier'; logits: number; suggestedLevel: Level }
  | { reason: 'flat'; z: number }
  | { reason: 'able_choosers'; option: string; z: number }
  | { reason: 'dead_distractor'; option: string; share: number }
  | { reason: 'dif'; focal: string; reference: string; class: 'B' | 'C'; delta: number }
  | { reason: 'overexposed'; level: Level | null; rate: number }
  | { reason: 'rarely_used'; rate: number }
  | { reason: 'fast_guesses'; share: number }

/** How an option was chosen: how often, by whom, and in each ability band. */
export type OptionStatistics = {
  option: string
  isKey: boolean
  chosen: number
  /** The mean ability of its choosers in logits, excluding this item; null if nobody chose it. */
  meanAbility: number | null
  /** How much abler they are than everybody else asked, in standard errors; null below eight choosers. */
  z: number | null
  /** Choosers in each band of `ItemStatistics.bands`. */
  byBand: number[]
}

/** Takers whose ability, excluding this item, is in one interval of 0.6 logits. */
type AbilityBand = { from: number; to: number; answers: number; right: number; expectedRight: number }

/**
 * Differential item functioning of one interface language against the most frequent one (Mantel & Haenszel 1959 on
 * bands of ability). `delta` is ETS's MH D-DIF: below 0, the item is harder for the focal group than for equally able
 * others. A is negligible, B moderate, C large.
 */
export type Dif = {
  focal: string
  reference: string
  /** Answers of the smaller group. */
  answers: number
  delta: number
  standardError: number
  class: 'A' | 'B' | 'C'
}

/** What first attempts say about an item. Null if there are too few answers. */
export type ItemStatistics = ItemName & {
  answers: number
  right: number
  unknown: number
  /**
   * The share of attempts since its first use that included it: overall, and at the level of estimated ability with the
   * most.
   */
  exposure: { overall: number; highest: { level: Level; rate: number } | null } | null
  /**
   * The share of right answers with its 95 % interval (Wilson), with the share expected from its level. Descriptive
   * only: adaptive delivery pushes it toward a half.
   */
  facility: { share: number; lowest: number; highest: number; expected: number } | null
  /**
   * The correlation of a right answer with ability, excluding this item. Descriptive only: adaptive delivery attenuates
   * it.
   */
  correlation: { r: number; expected: number } | null
  /** How far its difficulty lies above its level's center, in logits, with the level that would fit. */
  drift: { logits: number; standardError: number; suggestedLevel: Level } | null
  /** How much more right answers rise with ability than expected, in standard errors. */
  slopeResidual: number | null
  options: OptionStatistics[]
  bands: AbilityBand[]
  dif: Dif[]
  /** The median time, and the share of options picked in less than 1.5 seconds. */
  time: { medianMs: number; fastShare: number } | null
  warnings: ItemWarning[]
}
