import { v7 as newId } from 'uuid'
import type { Assessment, Question } from '#contract/assessments.ts'
import {
  type AskedItem,
  type AttemptSources,
  afterAnswer,
  type Decision,
  firstRound,
  takeAnswer,
} from '#quiz/attempt.ts'
import type { Language } from '#quiz/languages.ts'
import type { PercentileSource } from '#quiz/percentile.ts'
import type { Random } from '#quiz/random.ts'
import { type LevelRule, ROUND_SIZE, testPlan } from '#quiz/test-plan.ts'
import { type Banks, itemVersion } from '../banks/banks.ts'
import type { Calibration } from '../banks/calibration.ts'
import type { Owner, ShownAssessment } from '../db/assessments.ts'
import {
  compareResults,
  findAssessment,
  findAttempt,
  insertAssessment,
  itemsSeen,
  type NewAnswer,
  recordAnswer,
  type StoredAttempt,
} from '../db/attempts.ts'
import { retriedAsWhole } from '../db/retry.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../edge/refusal.ts'
import type { QuizCounts } from '../metrics/metrics.ts'
import type { OpenAttempts } from './open-attempts.ts'

export type AttemptContext = {
  db: Database
  banks: Banks
  random: Random
  levelRule: LevelRule
  percentileSource: PercentileSource
  counts: QuizCounts
  /** The parameters for new questions and results. */
  calibration: Calibration
  open: OpenAttempts
}

/**
 * The id that an attempt gives a question, built only from the attempt's random part and the position, so that it reveals nothing about the
 * item. The database stores the item's id in its bank.
 */
function questionId(attemptId: string, position: number): number {
  return Number.parseInt(attemptId.slice(-7), 16) + position
}

/** What the visitor may see of an assessment: the current round, without anything that marks the right option. */
export function toAssessment(stored: ShownAssessment): Assessment {
  const { id, flow_id, language, level_rule, planned_questions, total, answered, round, level, than, than_of } = stored
  const isFinished = level !== null && than !== null
  const first = Math.floor(answered / ROUND_SIZE) * ROUND_SIZE + 1
  const toQuestion = ({ question, image, options }: AskedItem, index: number): Question => ({
    position: first + index,
    question_id: questionId(id, first + index),
    kind: image ? 'picture' : 'sentence',
    question,
    image,
    options,
  })
  return {
    id,
    flow_id,
    language,
    status: isFinished ? 'finished' : 'open',
    total,
    max_total: testPlan(level_rule, planned_questions).mostQuestions,
    answered,
    questions: isFinished ? [] : round.map(toQuestion),
    result: isFinished ? { level, than, ...(than_of === null ? {} : { than_of }) } : null,
  }
}

function sourcesFor({ banks, random, calibration }: AttemptContext, language: Language): AttemptSources {
  const { scorerVersion, parametersOf } = calibration
  return {
    bank: banks[language],
    random,
    scorerVersion,
    versionOf: itemVersion,
    parametersOf: (item) => parametersOf(language, item.id, itemVersion(item)),
  }
}

export type NewAttempt = {
  language: Language
  flowId: string
  interfaceLanguage: string
  /** The visitor has no cookie yet and no account, so nothing was asked before. */
  isFirst: boolean
}

/** Starts an assessment with its first round. */
export async function startAttempt(
  context: AttemptContext,
  owner: Owner & { visitor: string },
  { language, flowId, interfaceLanguage, isFirst }: NewAttempt,
): Promise<Assessment> {
  const { db, counts } = context
  const plan = testPlan(context.levelRule)
  const id = newId()
  const row = await retriedAsWhole(async () => {
    const seen = isFirst ? [] : await itemsSeen(db, owner, language)
    const started = {
      id,
      visitor: owner.visitor,
      user_id: owner.userId ?? null,
      flow_id: flowId,
      language,
      interface_language: interfaceLanguage,
      level_rule: plan.rule,
      planned_questions: plan.questions,
      total: plan.questions,
      seen,
      round: firstRound(plan, seen, sourcesFor(context, language)),
    }
    return (await insertAssessment(db, started)) ? started : undefined
  })
  counts.started(language)
  // Undefined after a retry whose first try took effect: its round is already stored.
  if (!row) return getAttempt(context, owner, id)
  const none = { level: null, than: null, than_of: null }
  const stored = { ...row, ...none, answered: 0, earlier: [], choices: [], is_correct: [] }
  context.open.keep(stored)
  return toAssessment(stored)
}

const notFound = () => new Refusal(404, 'assessment_not_found', 'There is no assessment of yours with this id.')

/** @throws Refusal if the owner has no such assessment */
export async function getAttempt({ db }: AttemptContext, owner: Owner, id: string): Promise<Assessment> {
  const stored = await findAssessment(db, id, owner)
  if (!stored || (owner.onlyOpen && stored.level !== null)) throw notFound()
  return toAssessment(stored)
}

function refusal(kind: Exclude<Decision['kind'], 'taken' | 'repeat'>, { total, answered }: StoredAttempt): Refusal {
  if (kind === 'no such position') return new Refusal(400, 'invalid_request', `This assessment has ${total} questions.`)
  if (kind === 'out of order')
    return new Refusal(409, 'answer_out_of_order', `The next question to answer is number ${answered + 1}.`)
  return new Refusal(422, 'choice_not_offered', 'Choose among the four options of this question, or none.')
}

/**
 * Lets the rules decide on the attempt as this process knows it, else as it is stored, and writes the outcome. What is known may be old or somebody
 * else's: anything but an answer that the database takes from this owner is decided again on what it says.
 */
async function decideAnswer(context: AttemptContext, owner: Owner, answer: NewAnswer): Promise<ShownAssessment> {
  const { db, open, percentileSource } = context
  const withResults = percentileSource === 'observed' && answer.position % ROUND_SIZE === 0
  let known = withResults ? undefined : open.find(answer.id)
  for (;;) {
    const stored = known ?? (await findAttempt(db, answer.id, owner, { withResults }))
    if (!stored || (owner.onlyOpen && stored.level !== null)) throw notFound()
    const { results, ...attempt } = stored
    const sources = sourcesFor(context, attempt.language)
    if (results) sources.observed = (reached) => compareResults(results, reached)
    const decision = takeAnswer(attempt, answer, sources)
    if (decision.kind === 'taken') {
      if (await recordAnswer(db, owner, answer, attempt, decision)) {
        const taken = afterAnswer(attempt, answer.choice, decision)
        open.keep(taken)
        if (decision.result) context.counts.finished(attempt.language)
        return taken
      }
    } else if (!known) {
      if (decision.kind === 'repeat') return attempt
      throw refusal(decision.kind, attempt)
    }
    open.forget(answer.id)
    known = undefined
  }
}

/**
 * Records an answer and draws the next round, all or nothing. The first answer to a position stands: a repeat, even after the end,
 * changes nothing and returns the assessment as it is (Specification §5).
 * @throws Refusal if the answer is not for the owner's next question or not among its options
 */
export async function answerAttempt(context: AttemptContext, owner: Owner, answer: NewAnswer): Promise<Assessment> {
  return toAssessment(await retriedAsWhole(() => decideAnswer(context, owner, answer)))
}
