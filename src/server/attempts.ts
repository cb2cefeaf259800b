import { v7 as newId } from 'uuid'
import type { Assessment, Question } from '#contract/assessments.ts'
import { nextStep } from '#quiz/attempt.ts'
import { isCorrectChoice } from '#quiz/choice.ts'
import type { Language } from '#quiz/languages.ts'
import { type LevelRule, mostQuestions } from '#quiz/level-rule.ts'
import type { Random } from '#quiz/random.ts'
import { ROUND_SIZE } from '#quiz/staircase.ts'
import { observedThan, type ThanSource } from '#quiz/than.ts'
import type { Banks } from './banks.ts'
import type { Calibration } from './calibration.ts'
import {
  type AskedItem,
  findAssessment,
  insertAssessment,
  insertItems,
  itemsSeen,
  recordAnswer,
  recordResult,
  recordTotal,
  type StoredAssessment,
} from './db/assessments.ts'
import { insertEvents } from './db/events.ts'
import { countResult, observedResults, type Reached } from './db/result-counts.ts'
import { inTransaction } from './db/retry.ts'
import type { Database } from './db/schema.ts'
import type { QuizCounts } from './metrics/measure.ts'
import type { Owner } from './owner.ts'
import { Refusal } from './refusal.ts'
import { scoreAnswer } from './scorer.ts'

export type AttemptContext = {
  db: Database
  banks: Banks
  random: Random
  levelRule: LevelRule
  thanSource: ThanSource
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

/** What the visitor may see of an assessment: the current round, nothing that marks the right option. */
export function toAssessment(stored: StoredAssessment): Assessment {
  const { id, flow_id, language, level_rule, total, items, level, than, than_of } = stored
  const isFinished = level !== null && than !== null
  return {
    id,
    flow_id,
    language,
    status: isFinished ? 'finished' : 'open',
    total,
    max_total: mostQuestions(level_rule),
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
    const first = nextStep(levelRule, [], sources)
    if (first.kind !== 'round') throw new Error('An assessment always begins with a round.')
    const { language, flowId: flow_id, interfaceLanguage: interface_language } = wish
    const row = await insertAssessment(trx, {
      id,
      visitor,
      user_id: userId ?? null,
      flow_id,
      language,
      interface_language,
      level_rule: levelRule,
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

type NewAnswer = {
  id: string
  position: number
  choice: readonly string[]
  elapsedMs: number | undefined
  /** Whether it also becomes an analytics event: the visitor's consent. */
  isNoted: boolean
}

/**
 * Records an answer and draws what follows, all or nothing. The first answer to a position stands: a repeat, also one after the end,
 * changes nothing and returns the assessment as it is (design §5).
 */
export async function answerAttempt(
  { db, banks, random, thanSource, counts, calibration }: AttemptContext,
  owner: Owner,
  { id, position, choice, elapsedMs, isNoted }: NewAnswer,
): Promise<Assessment> {
  let isLast = false
  const assessment = await inTransaction(db, async (trx) => {
    isLast = false
    const stored = await getOwn(trx, id, owner, { forUpdate: true })
    const answered = countAnswered(stored.items)
    if (position > stored.total)
      throw new Refusal(400, 'invalid_request', `This assessment has ${stored.total} questions.`)
    if (position <= answered) return toAssessment(stored)
    const asked = stored.items[answered]
    if (!asked || position !== asked.position)
      throw new Refusal(409, 'answer_out_of_order', `The next question to answer is number ${answered + 1}.`)
    if (!choice.every((option) => asked.options.includes(option)))
      throw new Refusal(422, 'choice_not_offered', 'Choose among the four options of this question, or none.')

    const isCorrect = isCorrectChoice(choice, asked.correct)
    await recordAnswer(trx, asked, { choice, isCorrect, elapsedMs })
    if (isNoted) await insertEvents(trx, owner.visitor ?? null, [answerEvent(stored, asked, isCorrect, choice)])

    const items = stored.items.map((item) =>
      item === asked ? { ...asked, choice: [...choice], is_correct: isCorrect } : item,
    )
    const step = nextStep(stored.level_rule, items.slice(0, position).map(scoreAnswer), {
      bank: banks[stored.language],
      asked: new Set(items.map((item) => item.item_id)),
      seen: new Set(stored.seen),
      random,
    })
    if (step.kind === 'wait') return toAssessment({ ...stored, items })
    if (step.kind === 'finished') {
      const { level, estimate } = step
      const { theta, standardError: standard_error } = estimate
      const reached = { language: stored.language, level, theta }
      const percentage = await toPercentage(trx, thanSource, reached, step.than)
      const result = { level, ...percentage, theta, standard_error, scorer_version: calibration.scorerVersion }
      await recordResult(trx, id, result)
      await countResult(trx, reached)
      isLast = true
      return toAssessment({ ...stored, ...result })
    }
    const drawn = await insertItems(trx, { id, language: stored.language, after: position }, step.drawn, calibration)
    const total = Math.max(stored.total, position + drawn.length)
    if (total > stored.total) await recordTotal(trx, id, total)
    return toAssessment({ ...stored, total, items: [...items, ...drawn] })
  })
  if (isLast) counts.finished(assessment.language)
  return assessment
}

/** The percentage of a result, and on how many other results it rests: null where it is the one drawn. */
async function toPercentage(
  db: Database,
  source: ThanSource,
  reached: Reached,
  drawn: number,
): Promise<{ than: number; than_of: number | null }> {
  if (source === 'specification') return { than: drawn, than_of: null }
  const observed = await observedResults(db, reached)
  const than = observedThan(observed)
  return than === undefined ? { than: drawn, than_of: null } : { than, than_of: observed.finished }
}

function answerEvent(stored: StoredAssessment, asked: AskedItem, isCorrect: boolean, choice: readonly string[]) {
  return {
    name: 'answer_question',
    occurredAt: new Date(),
    interfaceLanguage: stored.interface_language,
    properties: {
      flow_id: stored.flow_id,
      assessment_id: stored.id,
      language: stored.language,
      position: asked.position,
      question_id: asked.item_id,
      is_correct: isCorrect,
      is_unknown: choice.length === 0,
    },
  }
}
