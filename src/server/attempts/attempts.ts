import { v7 as newId } from 'uuid'
import type { Assessment, Question } from '#contract/assessments.ts'
import { nextStep } from '#quiz/attempt.ts'
import type { Language } from '#quiz/languages.ts'
import type { PercentileSource } from '#quiz/percentile.ts'
import type { Random } from '#quiz/random.ts'
import { type LevelRule, ROUND_SIZE, type TestPlan, testPlan } from '#quiz/test-plan.ts'
import type { Banks } from '../banks/banks.ts'
import type { Calibration } from '../banks/calibration.ts'
import type { Owner } from '../db/assessments.ts'
import {
  type AskedItem,
  findAssessment,
  insertAssessment,
  insertItems,
  itemsSeen,
  recordTotal,
  type StoredAssessment,
} from '../db/assessments.ts'
import { inTransaction } from '../db/retry.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../edge/refusal.ts'
import type { QuizCounts } from '../metrics/measure.ts'
import { finishAttempt } from './finish-attempt.ts'
import { keepAnswer, type NewAnswer } from './keep-answer.ts'
import { scoreAnswer } from './scorer.ts'

export type AttemptContext = {
  db: Database
  banks: Banks
  random: Random
  levelRule: LevelRule
  percentileSource: PercentileSource
  counts: QuizCounts
  /** What new questions are asked with, and what results are said to rest on. */
  calibration: Calibration
}

function toQuestion(item: AskedItem): Question {
  return {
    position: item.position,
    question_id: item.item_id,
    kind: item.image ? 'picture' : 'sentence',
    question: item.question,
    image: item.image,
    options: item.options,
  }
}

function countAnswered(items: readonly AskedItem[]): number {
  return items.filter((item) => item.choice !== null).length
}

function planOf({ level_rule, planned_questions }: StoredAssessment): TestPlan {
  return testPlan(level_rule, planned_questions)
}

/** What the visitor may see of an assessment: the current round, nothing that marks the right option. */
export function toAssessment(stored: StoredAssessment): Assessment {
  const { id, flow_id, language, total, items, level, than, than_of } = stored
  const isFinished = level !== null && than !== null
  return {
    id,
    flow_id,
    language,
    status: isFinished ? 'finished' : 'open',
    total,
    max_total: planOf(stored).mostQuestions,
    answered: isFinished ? total : countAnswered(items),
    questions: isFinished ? [] : items.slice(-ROUND_SIZE).map(toQuestion),
    result: isFinished ? { level, than, ...(than_of === null ? {} : { than_of }) } : null,
  }
}

/** Starts an assessment with its first round. */
export async function startAttempt(
  { db, banks, random, levelRule, counts, calibration }: AttemptContext,
  { visitor, userId }: Owner & { visitor: string },
  wish: { language: Language; flowId: string; interfaceLanguage: string },
): Promise<Assessment> {
  const id = newId()
  const assessment = await inTransaction(db, async (trx) => {
    const seen = await itemsSeen(trx, visitor, userId, wish.language)
    const sources = { bank: banks[wish.language], asked: new Set<number>(), seen: new Set(seen), random }
    const plan = testPlan(levelRule)
    const first = nextStep(plan, [], sources)
    if (first.kind !== 'round') throw new Error('An assessment always begins with a round.')
    const { language, flowId: flow_id, interfaceLanguage: interface_language } = wish
    const row = await insertAssessment(trx, {
      id,
      visitor,
      user_id: userId ?? null,
      flow_id,
      language,
      interface_language,
      level_rule: plan.rule,
      planned_questions: plan.questions,
      total: plan.questions,
      seen,
    })
    // The transaction is done again although it took effect: its commit's reply was lost.
    if (!row) return toAssessment(await getOwn(trx, id, { visitor, userId }))
    return toAssessment({ ...row, items: await insertItems(trx, { id, language, after: 0 }, first.drawn, calibration) })
  })
  counts.started(wish.language)
  return assessment
}

async function getOwn(db: Database, id: string, owner: Owner, options?: { forUpdate: boolean }) {
  const stored = await findAssessment(db, id, owner, options)
  if (!stored) throw new Refusal(404, 'assessment_not_found', 'There is no assessment of yours with this id.')
  return stored
}

export async function getAttempt({ db }: AttemptContext, owner: Owner, id: string): Promise<Assessment> {
  return toAssessment(await getOwn(db, id, owner))
}

/**
 * The question that an answer is for; undefined when it has one already.
 * @throws Refusal when the answer is not for the next question, or not among its options
 */
function findUnanswered(
  { items, total }: StoredAssessment,
  { position, choice }: Pick<NewAnswer, 'position' | 'choice'>,
): AskedItem | undefined {
  const answered = countAnswered(items)
  if (position > total) throw new Refusal(400, 'invalid_request', `This assessment has ${total} questions.`)
  if (position <= answered) return undefined
  const asked = items[answered]
  if (!asked || position !== asked.position)
    throw new Refusal(409, 'answer_out_of_order', `The next question to answer is number ${answered + 1}.`)
  if (!choice.every((option) => asked.options.includes(option)))
    throw new Refusal(422, 'choice_not_offered', 'Choose among the four options of this question, or none.')
  return asked
}

type Followed = { after: StoredAssessment; hasFinished: boolean }

/** What follows the answer to `position`: the next question of the round, the next round or the result. */
async function goOn(
  trx: Database,
  context: AttemptContext,
  stored: StoredAssessment,
  position: number,
): Promise<Followed> {
  const { id, language, items } = stored
  const step = nextStep(planOf(stored), items.slice(0, position).map(scoreAnswer), {
    bank: context.banks[language],
    asked: new Set(items.map((item) => item.item_id)),
    seen: new Set(stored.seen),
    random: context.random,
  })
  if (step.kind === 'wait') return { after: stored, hasFinished: false }
  if (step.kind === 'finished')
    return { after: { ...stored, ...(await finishAttempt(trx, stored, step, context)) }, hasFinished: true }
  const drawn = await insertItems(trx, { id, language, after: position }, step.drawn, context.calibration)
  const total = Math.max(stored.total, position + drawn.length)
  if (total > stored.total) await recordTotal(trx, id, total)
  return { after: { ...stored, total, items: [...items, ...drawn] }, hasFinished: false }
}

/**
 * Records an answer and draws what follows, all or nothing. The first answer to a position stands: a repeat, also one after the end,
 * changes nothing and returns the assessment as it is (design §5).
 */
export async function answerAttempt(context: AttemptContext, owner: Owner, answer: NewAnswer): Promise<Assessment> {
  const { after, hasFinished } = await inTransaction(context.db, async (trx): Promise<Followed> => {
    const stored = await getOwn(trx, answer.id, owner, { forUpdate: true })
    const asked = findUnanswered(stored, answer)
    if (!asked) return { after: stored, hasFinished: false }
    const items = await keepAnswer(trx, owner, { stored, asked }, answer)
    return goOn(trx, context, { ...stored, items }, answer.position)
  })
  if (hasFinished) context.counts.finished(after.language)
  return toAssessment(after)
}
