import { nextStep, type Step } from '#quiz/attempt.ts'
import type { Bank, Item } from '#quiz/bank.ts'
import { type Level, QUESTIONS, START_LEVEL } from '#quiz/constants.ts'
import { ABILITIES, levelCenter, levelOf, type Response, type ScoredAnswer } from '#quiz/estimate.ts'
import { LEVEL_RULES, type LevelRuleName } from '#quiz/level-rule.ts'
import type { Random } from '#quiz/random.ts'
import { probabilityKnown, type TrueItem } from './scenario.ts'

export type SimulatedAttempt = { items: Item[]; answers: ScoredAnswer[]; verdict: Extract<Step, { kind: 'finished' }> }

/** One quiz as the server delivers it, with the real selection from the real bank. */
export function takeQuiz(
  rule: LevelRuleName,
  bank: Bank,
  answer: (item: Item) => Response,
  random: Random,
  seen: ReadonlySet<number> = new Set(),
): SimulatedAttempt {
  const items: Item[] = []
  const asked = new Set<number>()
  const answers: ScoredAnswer[] = []
  for (;;) {
    const step = nextStep(LEVEL_RULES[rule], answers, { bank, asked, seen, random })
    if (step.kind === 'finished') return { items, answers, verdict: step }
    if (step.kind === 'round')
      for (const { item } of step.drawn) {
        items.push(item)
        asked.add(item.id)
      }
    const item = items[answers.length] as Item
    answers.push({ response: answer(item), difficulty: levelCenter(item.level) })
  }
}

/** Right by knowledge, or by a guess with probability `floor`, as in the three-parameter logistic model. */
function probabilityRight(theta: number, parameters: TrueItem, floor: number): number {
  return floor + (1 - floor) * probabilityKnown(theta, parameters)
}

/** Fisher information of an item under the three-parameter model (Birnbaum 1968). */
function information(theta: number, parameters: TrueItem, floor: number): number {
  const right = probabilityRight(theta, parameters, floor)
  return parameters.discrimination ** 2 * ((right - floor) / (1 - floor)) ** 2 * ((1 - right) / right)
}

/**
 * The peer: a plain adaptive test with maximum-information selection and EAP scoring, like jsCAT, that knows every
 * item's true parameters and how often test takers guess. It has no exposure control.
 */
export function takeMaximumInformationTest(
  bank: Bank,
  truth: ReadonlyMap<number, TrueItem>,
  answer: (item: Item) => Response,
  floor: number,
): Level {
  const left = new Set(bank)
  let weights = ABILITIES.map(() => 1)
  let theta = levelCenter(START_LEVEL)
  for (let asked = 0; asked < QUESTIONS; asked++) {
    let best: { item: Item; parameters: TrueItem; worth: number } | undefined
    for (const item of left) {
      const parameters = truth.get(item.id) as TrueItem
      const worth = information(theta, parameters, floor)
      if (!best || worth > best.worth) best = { item, parameters, worth }
    }
    if (!best) break
    const { item, parameters } = best
    left.delete(item)
    const isRight = answer(item) === 'right'
    weights = weights.map((weight, index) => {
      const right = probabilityRight(ABILITIES[index] as number, parameters, floor)
      return weight * (isRight ? right : 1 - right)
    })
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    theta = weights.reduce((sum, weight, index) => sum + weight * (ABILITIES[index] as number), 0) / total
  }
  return levelOf(theta)
}
