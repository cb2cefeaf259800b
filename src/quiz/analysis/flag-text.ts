import type { ItemFlag } from './item-statistics.ts'

const percent = (share: number) => `${(100 * share).toFixed(0)} %`
const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`

/** A flag in words, for those who own the questions: English, as their pages are (docs/decisions/024). */
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
