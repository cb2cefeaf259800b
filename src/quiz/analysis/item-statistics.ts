import type { Language } from '../languages.ts'
import type { Level } from '../levels.ts'

/** One version of an item; `level` is the level it is tagged with. */
export type ItemName = { language: Language; id: number; version: string; level: Level }

/** Why somebody should look at an item, with what shows it. Logits, z scores and shares between 0 and 1. */
export type ItemFlag =
  | { reason: 'harder' | 'easier'; logits: number; suggestedLevel: Level }
  | { reason: 'flat'; z: number }
  | { reason: 'able_choosers'; option: string; z: number }
  | { reason: 'dead_distractor'; option: string; share: number }
  | { reason: 'dif'; focal: string; reference: string; class: 'B' | 'C'; delta: number }
  | { reason: 'overexposed'; level: Level | null; rate: number }
  | { reason: 'rarely_used'; rate: number }
  | { reason: 'fast_guesses'; share: number }

/** One option as it was chosen: how often, by whom, and in each band of ability. */
export type OptionStatistics = {
  option: string
  isKey: boolean
  chosen: number
  /** The mean ability of its choosers in logits, with this item left out; null when nobody chose it. */
  meanAbility: number | null
  /** How much abler they are than all others who were asked, in standard errors; null below eight choosers. */
  z: number | null
  /** Choosers in each band of `ItemStatistics.bands`. */
  byBand: number[]
}

/** Those whose ability, with this item left out, lies in one interval of 0.6 logits. */
type AbilityBand = { from: number; to: number; answers: number; right: number; expectedRight: number }

/**
 * Differential item functioning of one interface language against the most frequent one (Mantel & Haenszel 1959 on bands of ability).
 * `delta` is ETS's MH D-DIF: below 0, the item is harder for the focal group than for equally able others. A is negligible, B moderate, C large.
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

/** What the first attempts say of an item. Null where there are too few answers to say it. */
export type ItemStatistics = ItemName & {
  answers: number
  right: number
  unknown: number
  /** The share of the attempts since its first use that met it: of all, and of the level of estimated ability that met it most. */
  exposure: { overall: number; highest: { level: Level; rate: number } | null } | null
  /** The share of right answers with its 95 % interval (Wilson), beside what the level's tag makes one expect. For reading only: adaptive delivery presses it to a half. */
  facility: { share: number; lowest: number; highest: number; expected: number } | null
  /** The correlation of a right answer with ability, this item left out. For reading only: adaptive delivery squeezes it. */
  correlation: { r: number; expected: number } | null
  /** How far in logits its difficulty lies above the centre of its level, with the level that would fit. */
  drift: { logits: number; standardError: number; suggestedLevel: Level } | null
  /** How much right answers rise with ability beyond the expected rise, in standard errors. */
  slopeResidual: number | null
  options: OptionStatistics[]
  bands: AbilityBand[]
  dif: Dif[]
  /** The median time, and the share of picked options that came in less than 1.5 seconds. */
  time: { medianMs: number; fastShare: number } | null
  flags: ItemFlag[]
}
