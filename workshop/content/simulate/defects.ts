import type { AnalyzedAttempt } from '#quiz/analysis/analyze.ts'
import type { Bank, Item } from '#quiz/bank.ts'
import { type ItemParameters, LEVEL_SPACING, levelCenter, probabilityKnown, type Response } from '#quiz/estimate.ts'
import type { Language } from '#quiz/languages.ts'
import { LEVELS } from '#quiz/levels.ts'
import { seededRandom } from '#quiz/random.ts'
import { takeQuiz } from './deliver.ts'
import { BASE, chance, trueParameters } from './scenario.ts'

/** What is wrong with some of the items; `none` are sound. */
const DEFECTS = ['wrong_key', 'two_keys', 'up', 'down', 'flat', 'dead', 'dif'] as const

export type Defect = (typeof DEFECTS)[number] | 'none'

const EACH = 6
const FLAT = 0.3
const DIF_LOGITS = 0.8
const FOCAL_SHARE = 0.3
/** How often takers of A1 to C2 come by. */
const VISITORS = [0.15, 0.25, 0.27, 0.2, 0.1, 0.03]

export type DefectiveBank = {
  items: Bank
  language: Language
  defects: ReadonlyMap<number, Defect>
  truth: ReadonlyMap<number, ItemParameters>
  keys: readonly number[]
}

/** A bank with six items of each defect, spread over its levels by chance. */
export function plantDefects(items: Bank, language: Language, ...keys: number[]): DefectiveBank {
  const order = items.map(({ id }) => id).sort((one, other) => chance(...keys, one, 20) - chance(...keys, other, 20))
  const defects = new Map<number, Defect>(
    order.map((id, index) => [id, DEFECTS[Math.floor(index / EACH)] ?? ('none' as const)]),
  )
  const truth = new Map(
    [...trueParameters(items, BASE, ...keys)].map(([id, { difficulty, discrimination }]) => {
      const defect = defects.get(id)
      const aside = defect === 'up' ? LEVEL_SPACING : defect === 'down' ? -LEVEL_SPACING : 0
      return [id, { difficulty: difficulty + aside, discrimination: defect === 'flat' ? FLAT : discrimination }]
    }),
  )
  return { items, language, defects, truth, keys }
}

type Visitor = { number: number; theta: number; isFocal: boolean }

function makeVisitor(number: number, keys: readonly number[]): Visitor {
  let draw = chance(...keys, number, 21)
  const index = Math.max(
    VISITORS.findIndex((share) => {
      draw -= share
      return draw < 0
    }),
    0,
  )
  const theta = levelCenter(LEVELS[index] ?? 'A1') + (chance(...keys, number, 22) - 0.5) * LEVEL_SPACING
  return { number, theta, isFocal: chance(...keys, number, 23) < FOCAL_SHARE }
}

/** The option a visitor picks, or none. */
function pick({ truth, defects, keys }: DefectiveBank, { number, theta, isFocal }: Visitor, item: Item): string[] {
  const draw = (which: number) => chance(...keys, number, item.id, which)
  const defect = defects.get(item.id)
  const { difficulty, discrimination } = truth.get(item.id) as ItemParameters
  const harder = defect === 'dif' && isFocal ? DIF_LOGITS : 0
  const options = [...item.correct, ...item.incorrect]
  if (draw(1) < probabilityKnown(theta, { difficulty: difficulty + harder, discrimination })) {
    const isOther = defect === 'wrong_key' || (defect === 'two_keys' && draw(2) < 0.5)
    return [options[isOther ? 1 : 0] as string]
  }
  if (draw(3) < 0.5) return []
  const offered = defect === 'dead' ? options.slice(0, -1) : options
  return [offered[Math.floor(draw(4) * offered.length)] as string]
}

/** The first attempt of one visitor, as the server would have stored it. */
export function attemptOf(bank: DefectiveBank, number: number): AnalyzedAttempt {
  const visitor = makeVisitor(number, bank.keys)
  const choices = new Map<number, string[]>()
  const answer = (item: Item): Response => {
    const choice = pick(bank, visitor, item)
    choices.set(item.id, choice)
    if (choice.length === 0) return 'unknown'
    return choice[0] === item.correct[0] ? 'right' : 'wrong'
  }
  const random = seededRandom(chance(...bank.keys, number, 24) * 2 ** 32)
  const { items, answers } = takeQuiz('staircase', bank.items, answer, random)
  return {
    language: bank.language,
    interfaceLanguage: visitor.isFocal ? 'es' : 'en',
    answers: items.map((item, index) => ({
      id: item.id,
      version: 'a',
      level: item.level,
      response: answers[index]?.response ?? 'unknown',
      options: [...item.correct, ...item.incorrect],
      key: item.correct,
      choice: choices.get(item.id) ?? [],
      elapsedMs: 8000,
    })),
  }
}
