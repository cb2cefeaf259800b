import type { Item } from '#quiz/bank.ts'

const asked = ({ question, correct, incorrect }: Item) => JSON.stringify([question, correct, incorrect])

const byId = (items: readonly Item[], id: number) => items.find((item) => item.id === id)

/** New items, and items with a changed stem or options. */
export function changedItems(before: readonly Item[], items: readonly Item[]): Item[] {
  return items.filter((item) => {
    const then = byId(before, item.id)
    return !then || asked(then) !== asked(item)
  })
}

/** The fields that explain a changed item but did not change with it. */
export function unchangedNotes(before: readonly Item[], item: Item): string[] {
  const then = byId(before, item.id)
  if (!then) return []
  const whole = (['whyRight', 'pair', 'word'] as const).filter(
    (field) => item[field] !== undefined && JSON.stringify(item[field]) === JSON.stringify(then[field]),
  )
  const whys = item.why.flatMap((why, index) => (why === then.why[index] ? [`why ${index + 1}`] : []))
  return [...whole, ...whys]
}
