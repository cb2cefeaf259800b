import type { Drift } from './drift.ts'
import type { ItemFlag, ItemStatistics } from './item-statistics.ts'

/** The thresholds of the study in docs/measurement.md, section "What flags an item". */
const FAR_LOGITS = 0.7
const SURE = 0.9
const FLAT_Z = -3
const ABLE_Z = 1.64
const DEAD_SHARE = 0.05
const ENOUGH_WRONG_PICKS = 60
const MOST_OVERALL = 0.25
const MOST_AT_LEVEL = 0.35
const RARELY = 0.02
const MOST_FAST = 0.1

function driftFlags(drift: Drift | null): ItemFlag[] {
  if (!drift || Math.abs(drift.logits) <= FAR_LOGITS) return []
  const { logits, suggestedLevel } = drift
  if (logits > 0) return drift.harder >= SURE ? [{ reason: 'harder', logits, suggestedLevel }] : []
  return drift.easier >= SURE ? [{ reason: 'easier', logits, suggestedLevel }] : []
}

function optionFlags(options: ItemStatistics['options']): ItemFlag[] {
  const distractors = options.filter(({ isKey }) => !isKey)
  const wrongPicks = distractors.reduce((sum, { chosen }) => sum + chosen, 0)
  return distractors.flatMap(({ option, chosen, z }): ItemFlag[] => {
    if (z !== null && z > ABLE_Z) return [{ reason: 'able_choosers', option, z }]
    const share = chosen / wrongPicks
    const isDead = wrongPicks >= ENOUGH_WRONG_PICKS && share < DEAD_SHARE
    return isDead ? [{ reason: 'dead_distractor', option, share }] : []
  })
}

function exposureFlags(exposure: ItemStatistics['exposure']): ItemFlag[] {
  if (!exposure) return []
  const { overall, highest } = exposure
  if (overall > MOST_OVERALL) return [{ reason: 'overexposed', level: null, rate: overall }]
  if (highest && highest.rate > MOST_AT_LEVEL) return [{ reason: 'overexposed', ...highest }]
  return overall < RARELY ? [{ reason: 'rarely_used', rate: overall }] : []
}

/** Reasons to look at an item. The descriptive shares, `facility` and `correlation`, never flag by themselves. */
export function flagsOf(statistics: Omit<ItemStatistics, 'flags'>, drift: Drift | null): ItemFlag[] {
  const { slopeResidual, options, exposure, dif, time } = statistics
  return [
    ...driftFlags(drift),
    ...(slopeResidual !== null && slopeResidual < FLAT_Z ? [{ reason: 'flat' as const, z: slopeResidual }] : []),
    ...optionFlags(options),
    ...dif.flatMap(({ focal, reference, delta, class: size }): ItemFlag[] =>
      size === 'A' ? [] : [{ reason: 'dif', focal, reference, class: size, delta }],
    ),
    ...exposureFlags(exposure),
    ...(time && time.fastShare > MOST_FAST ? [{ reason: 'fast_guesses' as const, share: time.fastShare }] : []),
  ]
}

const percent = (share: number) => `${(100 * share).toFixed(0)} %`
const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`

/** A flag in words, for the owners of the questions: in English, like their pages (docs/decisions/024). */
export function flagText(flag: ItemFlag): string {
  switch (flag.reason) {
    case 'harder':
    case 'easier':
      return `${flag.reason} than its level (${signed(flag.logits)} logits): fits ${flag.suggestedLevel}`
    case 'flat':
      return `hardly tells abler takers from others (z ${signed(flag.z)})`
    case 'able_choosers':
      return `the abler choose “${flag.option}” (z ${signed(flag.z)}): a wrong key, or a second right option?`
    case 'dead_distractor':
      return `hardly anybody chooses “${flag.option}” (${percent(flag.share)} of wrong picks)`
    case 'dif':
      return `${flag.delta < 0 ? 'harder' : 'easier'} with interface language ${flag.focal} than with ${flag.reference} (class ${flag.class}, ${signed(flag.delta)})`
    case 'overexposed':
      return `${percent(flag.rate)} of ${flag.level ? `takers at ${flag.level}` : 'all takers'} meet it`
    case 'rarely_used':
      return `${percent(flag.rate)} of takers meet it`
    case 'fast_guesses':
      return `${percent(flag.share)} of picks in less than 1.5 seconds`
  }
}
