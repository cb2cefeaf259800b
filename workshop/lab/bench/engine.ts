import { nextStep } from '#quiz/attempt.ts'
import type { ScoredAnswer } from '#quiz/estimate.ts'
import { nominalParameters } from '#quiz/estimate.ts'
import type { Level } from '#quiz/levels.ts'
import { seededRandom } from '#quiz/random.ts'
import { START_LEVEL, testPlan } from '#quiz/test-plan.ts'
import { readBanks } from '#server/banks/banks.ts'

const SECONDS = 3

/**
 * Whole attempts per second through the rules alone, on one core. There is no peer: the figure shows that the rules are
 * never the bottleneck.
 */
export async function engineFigures(): Promise<string> {
  const bank = readBanks().english
  const random = seededRandom(1)
  const seen = new Set<number>()
  const started = performance.now()
  let takers = 0
  for (; performance.now() - started < SECONDS * 1000; takers++) {
    const asked = new Set<number>()
    const answers: ScoredAnswer[] = []
    let level: Level = START_LEVEL
    for (
      let step = nextStep(testPlan('staircase'), answers, { bank, asked, seen, random });
      step.kind !== 'finished';
    ) {
      if (step.kind === 'round')
        for (const { item } of step.drawn) {
          asked.add(item.id)
          level = item.level
        }
      answers.push({ response: random() < 0.6 ? 'right' : 'wrong', parameters: nominalParameters(level) })
      step = nextStep(testPlan('staircase'), answers, { bank, asked, seen, random })
    }
  }
  const perSecond = takers / ((performance.now() - started) / 1000)
  return `| takers through the rules alone, per second | ${Math.round(perSecond)} | - | - | - |`
}
