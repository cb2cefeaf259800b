import type { Language } from '#quiz/languages.ts'
import type { KnownSource, LevelFit } from '#quiz/level-claim.ts'

/** A figure, and the ends of its 95 % interval under `{name}_low` and `{name}_high`. */
type WithInterval<Name extends string> = Record<Name | `${Name}_low` | `${Name}_high`, number>

/** `''` is all languages. */
type Group = { language: Language | ''; n: number }

/** How levels agree with those that people know, as shares and as levels; by the level that they were given. */
export type AgreementRow = Group & { source: KnownSource } & WithInterval<'exact' | 'within_one' | 'difference'> & {
    /** Null where all know one level. */
    kappa: number | null
    verdict: 'go' | 'no_go' | 'open'
  }

/** Who says that the level is too low, about right, too high. */
type FitRow = Group & WithInterval<LevelFit>

/** Second tests: the same level, and two or more apart. */
type RetestRow = Group & WithInterval<'same' | 'two_apart'>

/** What the pages show of the comparison of levels with people's own (docs/validity.md); nothing about fewer than 20. */
export type ValidityFigures = {
  /** On which day they were computed, such as 2026-11-27. */
  day: string
  /** How many people there are by source, however few. */
  people: Record<KnownSource, number>
  agreement: AgreementRow[]
  fits: FitRow[]
  retests: RetestRow[]
}
