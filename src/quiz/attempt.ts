import { isCorrectChoice } from './bank.ts'
import { type Level, QUESTIONS, ROUND_SIZE } from './constants.ts'
import { type AskedItem, type DrawnItem, type DrawSources, drawRound, toAsked, type VersionOf } from './draw.ts'
import { bandWith, type Estimate, estimateAbility, type ScoredAnswer } from './estimate.ts'
import type { LevelRule } from './level-rule.ts'
import { drawPercentile } from './percentile.ts'
import { scoreAnswer } from './score.ts'

export type Step =
  | { kind: 'wait' }
  | { kind: 'round'; drawn: DrawnItem[] }
  | { kind: 'finished'; level: Level; percentile: number; estimate: Estimate }

/**
 * The next step after `answers`, in the order asked: nothing inside a round; at its end the next round or the result,
 * according to the rule (Specification §4; docs/decisions/018). Without answers, it draws the first round.
 */
export function nextStep(rule: LevelRule, answers: readonly ScoredAnswer[], sources: DrawSources): Step {
  if (answers.length === QUESTIONS) {
    const level = rule.finalLevel(answers)
    const percentile = drawPercentile(level, sources.random)
    return { kind: 'finished', level, percentile, estimate: estimateAbility(answers) }
  }
  if (answers.length % ROUND_SIZE !== 0) return { kind: 'wait' }
  return { kind: 'round', drawn: drawRound(rule.nextLevel(answers), sources) }
}

/** A result as shown to the test taker. */
type Result = { level: Level; percentile: number }

/** A result with its estimate. */
type ScoredResult = Result & { theta: number; standardError: number; band: readonly [lowest: Level, highest: Level] }

/** The part of an attempt that the rules need. */
export type AttemptState = {
  /** Ids that the visitor was asked in earlier attempts, oldest first. */
  seen: readonly number[]
  /** The questions of the rounds before the current one. */
  earlier: readonly AskedItem[]
  round: readonly AskedItem[]
  answered: number
  choices: readonly (readonly string[])[]
  /** Whether each answer was right. */
  outcomes: readonly boolean[]
  /** Null while open. */
  result: Result | null
}

/** The sources for drawing and scoring an attempt. */
export type AttemptSources = Pick<DrawSources, 'bank' | 'random'> & { rule: LevelRule; versionOf: VersionOf }

/** A new attempt with its first round. */
export function newAttempt(seen: readonly number[], sources: AttemptSources): AttemptState {
  const first = nextStep(sources.rule, [], { ...sources, asked: new Set(), seen: new Set(seen) })
  if (first.kind !== 'round') throw new Error('An attempt starts with a round.')
  return {
    seen,
    earlier: [],
    round: first.drawn.map((drawn) => toAsked(drawn, sources.versionOf)),
    answered: 0,
    choices: [],
    outcomes: [],
    result: null,
  }
}

/** The effect of an answer. `round` is the next round, if this answer ends one and the attempt continues. */
export type Taken = {
  kind: 'taken'
  item: AskedItem
  isCorrect: boolean
  round: AskedItem[] | null
  result: ScoredResult | null
}

/** A repeat changes nothing, because the first answer is final. */
export type Decision = Taken | { kind: 'repeat' | 'no such position' | 'out of order' | 'not offered' }

function toResult({ level, estimate, percentile }: Extract<Step, { kind: 'finished' }>): ScoredResult {
  const { theta, standardError, band } = estimate
  return { level, percentile, theta, standardError, band: bandWith(band, level) }
}

/** Decides the effect of an answer to question `position`, counting from 1 (Specification §4, §5). */
export function takeAnswer(
  attempt: AttemptState,
  { position, choice }: { position: number; choice: readonly string[] },
  sources: AttemptSources,
): Decision {
  const { answered, choices, outcomes } = attempt
  if (position > QUESTIONS) return { kind: 'no such position' }
  if (position <= answered) return { kind: 'repeat' }
  const items = [...attempt.earlier, ...attempt.round]
  const item = items[answered]
  if (!item || position !== answered + 1) return { kind: 'out of order' }
  if (!choice.every((option) => item.options.includes(option))) return { kind: 'not offered' }

  const isCorrect = isCorrectChoice(choice, item.correct)
  // Nothing follows inside a round, so most answers need no scores.
  if (position % ROUND_SIZE !== 0) return { kind: 'taken', item, isCorrect, round: null, result: null }
  const scored = items
    .slice(0, position)
    .map((asked, index) =>
      scoreAnswer({ ...asked, choice: choices[index] ?? choice, isCorrect: outcomes[index] ?? isCorrect }),
    )
  const step = nextStep(sources.rule, scored, {
    ...sources,
    asked: new Set(items.map(({ id }) => id)),
    seen: new Set(attempt.seen),
  })
  const round = step.kind === 'round' ? step.drawn.map((drawn) => toAsked(drawn, sources.versionOf)) : null
  return {
    kind: 'taken',
    item,
    isCorrect,
    round,
    result: step.kind === 'finished' ? toResult(step) : null,
  }
}

/** The attempt after the answer. */
export function afterAnswer<State extends AttemptState>(
  attempt: State,
  choice: readonly string[],
  { isCorrect, round, result }: Taken,
): State {
  return {
    ...attempt,
    ...(round && { earlier: [...attempt.earlier, ...attempt.round], round }),
    answered: attempt.answered + 1,
    choices: [...attempt.choices, choice],
    outcomes: [...attempt.outcomes, isCorrect],
    result,
  }
}
