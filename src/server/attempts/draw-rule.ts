import { createHmac } from 'node:crypto'
import { type LevelRule, type RuleShares, ruleAt } from '#quiz/test-plan.ts'
import type { Database } from '../db/schema.ts'
import { findDrawnRule } from '../db/tables/attempts.ts'
import type { Owner } from '../db/tables/ownership.ts'

/** An experiment, if there is more than one rule: the key decides which visitor gets which. */
export type RuleDraw = { rules: RuleShares; key: string }

/** A point of [0, 1) that only the key's holder can tell, so that nobody can choose an arm by choosing who they are. */
function pointOf(key: string, { visitor, userId }: Owner): number {
  const who = userId === undefined ? ['visitor', visitor] : ['account', userId]
  const digest = createHmac('sha256', key)
    .update(JSON.stringify(['level rule', ...who]))
    .digest()
  return digest.readUIntBE(0, 6) / 2 ** 48
}

/**
 * The level rule of a new attempt. In an experiment a visitor gets one for good: that of the first attempt of this
 * browser or account while it is still on offer, else one by the account's id or the browser's cookie.
 * @param isFirst nothing was asked before
 */
export async function drawRule(
  db: Database,
  { rules, key }: RuleDraw,
  owner: Owner,
  isFirst: boolean,
): Promise<{ rule: LevelRule; isDrawn: boolean }> {
  const [only, second] = rules
  if (only && !second) return { rule: only.rule, isDrawn: false }
  const before = isFirst ? undefined : await findDrawnRule(db, owner)
  const isOffered = rules.some(({ rule }) => rule === before)
  return { rule: before && isOffered ? before : ruleAt(rules, pointOf(key, owner)), isDrawn: true }
}
