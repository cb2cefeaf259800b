import { LEVEL_RULES } from '#quiz/level-rule.ts'
import { choice } from './entry.ts'

export const quiz = {
  LEVEL_RULE: choice(LEVEL_RULES, {
    default: 'staircase',
    help: [
      'How rounds and level are determined: staircase (as specified) or estimate (docs/measurement.md). Assessments',
      'already open keep their rule.',
    ],
  }),
}
