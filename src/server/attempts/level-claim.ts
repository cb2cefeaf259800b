import type { LevelClaim } from '#contract/level-claims.ts'
import type { LevelClaimRow } from '../db/tables/level-claims.ts'

/** What its taker said of an attempt's level, as the API sends it. */
export function toLevelClaim({ fit, source, level, certificate, grade, year, created_at }: LevelClaimRow): LevelClaim {
  return {
    fit,
    known: source && level ? { source, level, certificate, grade, year } : null,
    created_at: created_at.toISOString(),
  }
}
