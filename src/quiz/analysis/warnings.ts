import type { Drift } from './drift.ts'
import type { ItemStatistics, ItemWarning } from './item-statistics.ts'

/** The thresholds of the study in docs/measurement.md, section "What warns about an item". */
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

function driftWarnings(drift: Drift | null): ItemWarning[] {
  if (!drift || Math.abs(drift.logits) <= FAR_LOGITS) return []
  const { logits, suggestedLevel } = drift
  if (logits > 0) return drift.harder >= SURE ? [{ reason: 'harder', logits, suggestedLevel }] : []
  return drift.easier >= SURE ? [{ reason: 'easier', logits, suggestedLevel }] : []
}

function optionWarnings(options: ItemStatistics['options']): ItemWarning[] {
  const distractors = options.filter(({ isKey }) => !isKey)
  const wrongPicks = distractors.reduce((sum, { chosen }) => sum + chosen, 0)
  return distractors.flatMap(({ option, chosen, z }): ItemWarning[] => {
    if (z !== null && z > ABLE_Z) return [{ reason: 'able_choosers', option, z }]
    const share = chosen / wrongPicks
    const isDead = wrongPicks >= ENOUGH_WRONG_PICKS && share < DEAD_SHARE
    return isDead ? [{ reason: 'dead_distractor', option, share }] : []
  })
}

function exposureWarnings(exposure: ItemStatistics['exposure']): ItemWarning[] {
  if (!exposure) return []
  const { overall, highest } = exposure
  if (overall > MOST_OVERALL) return [{ reason: 'overexposed', level: null, rate: overall }]
  if (highest && highest.rate > MOST_AT_LEVEL) return [{ reason: 'overexposed', ...highest }]
  return overall < RARELY ? [{ reason: 'rarely_used', rate: overall }] : []
}

/** Reasons to look at an item. The descriptive shares, `facility` and `correlation`, never warn by themselves. */
export function warningsOf(statistics: Omit<ItemStatistics, 'warnings'>, drift: Drift | null): ItemWarning[] {
  const { slopeResidual, options, exposure, dif, time } = statistics
  return [
    ...driftWarnings(drift),
    ...(slopeResidual !== null && slopeResidual < FLAT_Z ? [{ reason: 'flat' as const, z: slopeResidual }] : []),
    ...optionWarnings(options),
    ...dif.flatMap(({ focal, reference, delta, class: size }): ItemWarning[] =>
      size === 'A' ? [] : [{ reason: 'dif', focal, reference, class: size, delta }],
    ),
    ...exposureWarnings(exposure),
    ...(time && time.fastShare > MOST_FAST ? [{ reason: 'fast_guesses' as const, share: time.fastShare }] : []),
  ]
}

const percent = (share: number) => `${(100 * share).toFixed(0)} %`
const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`

/** A warning in words, for the owners of the questions: in English, like their pages (docs/decisions/024). */
export function warningText(warning: ItemWarning): string {
  switch (warning.reason) {
    case 'harder':
    case 'easier':
      return `${warning.reason} than its level (${signed(warning.logits)} logits): fits ${warning.suggestedLevel}`
    case 'flat':
      return `hardly tells abler takers from others (z ${signed(warning.z)})`
    case 'able_choosers':
      return `the abler choose “${warning.option}” (z ${signed(warning.z)}): a wrong key, or a second right option?`
    case 'dead_distractor':
      return `hardly anybody chooses “${warning.option}” (${percent(warning.share)} of wrong picks)`
    case 'dif':
      return `${warning.delta < 0 ? 'harder' : 'easier'} with interface language ${warning.focal} than with ${warning.reference} (class ${warning.class}, ${signed(warning.delta)})`
    case 'overexposed':
      return `${percent(warning.rate)} of ${warning.level ? `takers at ${warning.level}` : 'all takers'} meet it`
    case 'rarely_used':
      return `${percent(warning.rate)} of takers meet it`
    case 'fast_guesses':
      return `${percent(warning.share)} of picks in less than 1.5 seconds`
  }
}
