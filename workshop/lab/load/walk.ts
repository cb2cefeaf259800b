import { Compile } from 'typebox/compile'
import { Attempt, type Question } from '#contract/attempts.ts'
import type { Bank, Item } from '#quiz/bank.ts'
import { isCorrectChoice } from '#quiz/bank.ts'
import { LANGUAGES, type Language } from '#quiz/languages.ts'
import { finalLevel, levelAfter } from '#quiz/level-rule.ts'
import { PERCENTILE_BANDS } from '#quiz/percentile.ts'
import type { Random } from '#quiz/random.ts'
import { QUESTIONS, ROUND_SIZE } from '#quiz/test-plan.ts'

/** A 2xx reply with wrong content. */
export class WrongContent extends Error {}

/** The part of an attempt that decides the next step. */
type Taken = Pick<Attempt, 'id' | 'status' | 'answered'>

/** One visitor's answers, and the checks of each reply. */
export type Walk = {
  language: Language
  /** @throws WrongContent */
  started: (body: string) => Taken
  choice: (position: number) => string[]
  /** @throws WrongContent */
  answered: (position: number, body: string) => Taken
  /** @throws WrongContent */
  read: (body: string) => void
}

const isAttempt = Compile(Attempt)

function demand(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new WrongContent(what)
}

function parse(body: string): Attempt {
  const { data } = JSON.parse(body)
  demand(isAttempt.Check(data), 'the reply is not an assessment')
  return data
}

/** Right in 55 % of cases, "I don't know" in 15 %, else one of the wrong options. */
function choose(item: Item, random: Random): string[] {
  const chance = random()
  if (chance < 0.55) return item.correct
  if (chance < 0.7) return []
  return item.incorrect.slice(0, 1)
}

/** Compares every reply with the bank and with the rules: status, position, items, level of the round, result. */
export function checkedWalk(banks: Record<Language, Bank>, random: Random): Walk {
  const language = LANGUAGES[Math.floor(random() * LANGUAGES.length)] as Language
  const items = new Map(banks[language].map((item) => [item.image || item.question, item]))
  const outcomes: boolean[] = []
  const asked: Item[] = []
  let id = ''
  let last = ''

  const sameItem = (question: Question, position: number) => {
    const item = items.get(question.image || question.question)
    demand(item !== undefined, `there is no item for ${question.image || question.question}`)
    demand(question.position === position, `question ${question.position} stands in place ${position}`)
    const isPicture = item.image !== ''
    demand(question.kind === (isPicture ? 'picture' : 'sentence'), 'the kind is wrong')
    demand(question.question === item.question && question.image === item.image, 'the question is wrong')
    demand(isCorrectChoice(question.options, [...item.correct, ...item.incorrect]), 'the options are wrong')
    return item
  }
  const takeRound = ({ questions }: Attempt) => {
    const level = levelAfter(outcomes)
    demand(questions.length === ROUND_SIZE, `the round has ${questions.length} questions`)
    for (const question of questions) {
      const item = sameItem(question, asked.length + 1)
      demand(item.level === level, `item ${item.id} is ${item.level} in a round of ${level}`)
      demand(!asked.includes(item), `item ${item.id} is asked twice`)
      asked.push(item)
    }
  }
  const sameRound = ({ questions }: Attempt) => {
    const from = asked.length - ROUND_SIZE
    demand(questions.length === ROUND_SIZE, `the round has ${questions.length} questions`)
    for (const [index, question] of questions.entries())
      demand(sameItem(question, from + index + 1) === asked[from + index], 'the round is another')
  }
  const finished = ({ status, questions, result }: Attempt) => {
    demand(status === 'finished' && questions.length === 0 && result !== null, 'the assessment is not finished')
    demand(result.level === finalLevel(outcomes), `the level is ${result.level}, not ${finalLevel(outcomes)}`)
    const [lowest, highest] = PERCENTILE_BANDS[result.level]
    demand(result.than >= lowest && result.than <= highest, `${result.than} % is not in the band of ${result.level}`)
  }

  return {
    language,
    started: (body) => {
      const attempt = parse(body)
      id = attempt.id
      demand(attempt.status === 'open' && attempt.language === language, 'this is another assessment')
      demand(attempt.answered === 0 && attempt.total === QUESTIONS, 'it does not start at the first question')
      takeRound(attempt)
      return attempt
    },
    choice: (position) => {
      const item = asked[position - 1] as Item
      const choice = choose(item, random)
      outcomes.push(isCorrectChoice(choice, item.correct))
      return choice
    },
    answered: (position, body) => {
      const attempt = parse(body)
      demand(attempt.id === id, 'this is another assessment')
      demand(attempt.answered === position, `${attempt.answered} are answered, not ${position}`)
      if (position === QUESTIONS) finished(attempt)
      else if (position === asked.length) takeRound(attempt)
      else sameRound(attempt)
      last = body
      return attempt
    },
    read: (body) => demand(body === last, 'the result has changed'),
  }
}

/** Through the bare server, whose questions are always the same. */
export function bareWalk(): Walk {
  const take = (position: number, body: string): Taken => {
    const { id, answered } = JSON.parse(body).data
    demand(answered === position, `question ${position} was not answered`)
    return { id, answered, status: answered === QUESTIONS ? 'finished' : 'open' }
  }
  return {
    language: 'english',
    started: (body) => ({ ...JSON.parse(body).data, answered: 0, status: 'open' }),
    choice: () => [],
    answered: take,
    read: (body) => void take(QUESTIONS, body),
  }
}
