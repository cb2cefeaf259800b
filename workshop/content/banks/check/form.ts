import { LEVELS } from '#quiz/constants.ts'
import { type BankError, FORM, fail } from './bank-error.ts'
import { errorsOf } from './item-form.ts'
import type { LanguageBank } from './language-bank.ts'

/** Every entry has the fields and types of an item, and ids count from 1. */
export function formErrors(bank: LanguageBank): BankError[] {
  return bank.entries.flatMap((entry, index) => {
    const id = (entry as { id?: unknown } | null)?.id
    const item = Number.isInteger(id) ? (id as number) : index + 1
    const order =
      Number.isInteger(id) && id !== index + 1
        ? [`The id is ${id} at place ${index + 1}. Number the items from 1.`]
        : []
    return [...errorsOf(entry), ...order].map((message) => fail(item, FORM, message))
  })
}

/** The enemies named in an item are other items of the bank. */
export function enemyNameErrors(bank: LanguageBank): BankError[] {
  return bank.items.flatMap(({ id, enemies = [] }) =>
    enemies
      .filter((enemy) => enemy === id || !bank.items.some((item) => item.id === enemy))
      .map((enemy) => fail(id, FORM, `The enemy ${enemy} is not another item. Use ids of this bank.`)),
  )
}

const PICTURE_LEVELS: readonly string[] = ['A1', 'A2']
const ITEMS_A_LEVEL = 30

/** A1 and A2 have 30 pictures each; the higher levels have 30 sentences each. */
export function levelErrors(bank: LanguageBank): BankError[] {
  const counts = LEVELS.flatMap((level) => {
    const held = bank.items.filter((item) => item.level === level).length
    if (held === ITEMS_A_LEVEL) return []
    return [fail(null, FORM, `${level} has ${held} items. Bring it to ${ITEMS_A_LEVEL}.`)]
  })
  const kinds = bank.items.flatMap((item) => {
    if (PICTURE_LEVELS.includes(item.level) === (item.image !== '')) return []
    return [
      fail(item.id, FORM, `A1 and A2 have pictures; B1 to C2 have sentences. Fix the level ${item.level} or the kind.`),
    ]
  })
  return [...counts, ...kinds]
}
