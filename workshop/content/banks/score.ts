import type { Level } from '#quiz/constants.ts'
import { confirms, type Judged, type Judgment, levelDistance } from './item-readings.ts'

/** A reading that doesn't confirm its item, with the data for deciding who is right. */
type Disagreement = Judgment & {
  item: number
  itemLevel: Level
  point: string
  question: string
  key: string
}

/** How well a reader's judgments agree with keys and levels. */
export type Score = {
  readings: number
  confirmed: number
  /** Readings with a level guess, which only sentences have. */
  leveled: number
  levelEqual: number
  levelNear: number
  disagreements: Disagreement[]
}

/** Compares judgments with the keys and levels of their items. */
export function scoreOf(judged: readonly Judged[]): Score {
  const distances = judged
    .filter(({ item }) => !item.image)
    .flatMap(({ item, judgment }) => levelDistance(judgment, item) ?? [])
  const disagreements = judged
    .filter(({ item, judgment }) => !confirms(judgment, item))
    .map(({ item: { id, level, point, question, correct }, judgment }) => {
      return { ...judgment, item: id, itemLevel: level, point, question, key: correct[0] ?? '' }
    })
  return {
    readings: judged.length,
    confirmed: judged.length - disagreements.length,
    leveled: distances.length,
    levelEqual: distances.filter((distance) => distance === 0).length,
    levelNear: distances.filter((distance) => distance <= 1).length,
    disagreements,
  }
}
