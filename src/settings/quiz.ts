import { LEVEL_RULES, type LevelRule, type RuleShares } from '#quiz/test-plan.ts'
import { type Fault, text } from './entry.ts'

const RULE_SHARE = new RegExp(`^(${LEVEL_RULES.join('|')}):([1-9]\\d{0,3})$`)

function readRules(text: string, fault: Fault): RuleShares {
  const alone = LEVEL_RULES.find((rule) => rule === text)
  if (alone) return [{ rule: alone, share: 1 }]
  const weights = new Map<LevelRule, number>()
  const parts = text.split(',').map((part) => RULE_SHARE.exec(part.trim()))
  for (const part of parts) if (part) weights.set(part[1] as LevelRule, Number(part[2]))
  if (parts.includes(null) || weights.size < Math.max(parts.length, 2))
    fault(
      `must be one of ${LEVEL_RULES.join(', ')}; or several, each once with its share from 1 to 9999: staircase:50,estimate:50`,
    )
  const sum = [...weights.values()].reduce((total, weight) => total + weight, 0)
  return LEVEL_RULES.flatMap((rule) => {
    const weight = weights.get(rule)
    return weight ? [{ rule, share: weight / sum }] : []
  })
}

export const quiz = {
  LEVEL_RULE: {
    default: 'staircase',
    read: readRules,
    help: [
      'How rounds and level are found: staircase (as specified), or estimate (docs/measurement.md), which may ask one',
      'or two rounds more. An open assessment keeps its rule. With shares, such as staircase:50,estimate:50, each',
      'visitor gets one of them for good, and `npm run banks -- validate` compares them (docs/validity.md); this needs',
      'CODE_PEPPER.',
    ],
  },
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
}
