import { PERCENTILE_SOURCES } from '#quiz/percentile.ts'
import { LEVEL_RULES } from '#quiz/test-plan.ts'
import { choice, number, text } from './entry.ts'

export const quiz = {
  LEVEL_RULE: choice(LEVEL_RULES, {
    default: 'staircase',
    help: [
      'How rounds and level are found: staircase (as specified), or estimate (docs/measurement.md), which may ask one',
      'or two rounds more. An open assessment keeps its rule.',
    ],
  }),
  CALIBRATION: text({
    form: {
      pattern: /^([A-Za-z0-9_-]+|.+\.json)$/,
      words: 'the version of a calibration (letters, digits, "-" and "_") or the path of a .json file',
    },
    help: [
      "The items' parameters that estimates rest on: the version of a calibration in data/calibrations, or the path of",
      'a file that `npm run banks -- calibrate` wrote (docs/measurement.md). Empty: what the levels of the items say.',
      'Results keep the parameters that they were made with.',
    ],
  }),
  THAN_SOURCE: choice(PERCENTILE_SOURCES, {
    default: 'specification',
    help: [
      'Where “You scored higher than {percent}%” comes from: specification (drawn from the band of the level), or',
      'observed: once 500 assessments in the language are finished, the share of them that ended below; the report',
      'says so (docs/decisions/024).',
    ],
  }),
  KEY_PACE_MS: number({
    from: 0,
    to: 60_000,
    default: 1200,
    help: [
      'A finished assessment shows its owner the right answers only if it took at least this many milliseconds a',
      'question, from start to end: people need longer to read one, programs that collect the answers do not. 0, as in',
      'the demo: always.',
    ],
  }),
}
