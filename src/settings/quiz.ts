import { LEVEL_RULES, type LevelRuleName } from '#quiz/level-rule.ts'
import { choice } from './entry.ts'

export const quiz = {
  LEVEL_RULE: choice(Object.keys(LEVEL_RULES) as LevelRuleName[], {
    default: 'staircase',
    help: [
      'How rounds and level are determined: staircase (as specified) or estimate (docs/measurement.md). Also applies',
      'to tests already open.',
    ],
  }),
}
