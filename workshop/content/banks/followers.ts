import type { Item } from '#quiz/bank.ts'
import { type ItemReading, itemHash } from './item-readings.ts'

const asked = (item: Item) => [itemHash(item), item.level].join()

const byId = (items: readonly Item[], id: number) => items.find((item) => item.id === id)

/** New items, and items with a changed stem, picture, options, or level. */
export function changedItems(before: readonly Item[], items: readonly Item[]): Item[] {
  return items.filter((item) => {
    const then = byId(before, item.id)
    return !then || asked(then) !== asked(item)
  })
}

/** The fields that explain a changed item but didn't change with it. */
export function unchangedNotes(before: readonly Item[], item: Item): string[] {
  const then = byId(before, item.id)
  if (!then) return []
  const whole = (['whyRight', 'pair', 'word'] as const).filter(
    (field) => item[field] !== undefined && JSON.stringify(item[field]) === JSON.stringify(then[field]),
  )
  const whys = item.why.flatMap((why, index) => (why === then.why[index] ? [`why ${index + 1}`] : []))
  return [...whole, ...whys]
}

/** How many readings an item has, and how many it lost along with its earlier wording. */
export function readingsOf(
  before: readonly Item[],
  item: Item,
  readings: readonly Pick<ItemReading, 'hash'>[],
): { kept: number; lost: number } {
  const count = (hash: string) => readings.filter((reading) => reading.hash === hash).length
  const then = byId(before, item.id)
  const isReworded = then !== undefined && itemHash(then) !== itemHash(item)
  return { kept: count(itemHash(item)), lost: isReworded ? count(itemHash(then)) : 0 }
}
