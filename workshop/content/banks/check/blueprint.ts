import { LEVELS } from '#quiz/constants.ts'
import { type BankError, FORM, fail } from './bank-error.ts'
import type { LanguageBank } from './language-bank.ts'

const CELLS = [
  ...Array.from({ length: 10 }, (_, index) => `G${index + 1}`),
  ...Array.from({ length: 5 }, (_, index) => `V${index + 1}`),
]
const ITEMS_A_CELL = 2
const SENTENCE_LEVELS = LEVELS.slice(2)

/** Rule 1: every level above A2 has two items in each cell of the blueprint, and no item is outside it. */
export function cellErrors(bank: LanguageBank): BankError[] {
  const strays = bank.items
    .filter((item) => !item.image && !CELLS.includes(item.point))
    .map((item) => fail(item.id, 1, `“${item.point}” is not a cell of the blueprint. Use G1 to G10 or V1 to V5.`))
  const counts = SENTENCE_LEVELS.flatMap((level) =>
    CELLS.flatMap((cell) => {
      const held = bank.items.filter((item) => item.level === level && item.point === cell).length
      if (held === ITEMS_A_CELL) return []
      return [fail(null, 1, `${level} ${cell} has ${held} items. Bring the cell to ${ITEMS_A_CELL}.`)]
    }),
  )
  return [...strays, ...counts]
}

/** Every item's point has a name in data/points, and an item uses every name there. */
export function pointNameErrors(bank: LanguageBank): BankError[] {
  const sectionOf = (item: { image: string; level: string }) => (item.image ? 'picture' : item.level)
  const unnamed = bank.items
    .filter((item) => !bank.points[sectionOf(item)]?.[item.point]?.trim())
    .map((item) =>
      fail(item.id, FORM, `The point ${sectionOf(item)} “${item.point}” has no name. Name it in this file.`),
    )
  const unused = Object.entries(bank.points).flatMap(([section, names]) =>
    Object.keys(names)
      .filter((point) => !bank.items.some((item) => sectionOf(item) === section && item.point === point))
      .map((point) => fail(null, FORM, `${section} “${point}” has a name but no item. Remove the name.`)),
  )
  return [...unnamed, ...unused]
}
