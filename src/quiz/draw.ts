import type { Bank, Item } from './bank.ts'
import { enemiesOf } from './enemies.ts'
import type { ItemParameters } from './estimate.ts'
import type { Level } from './levels.ts'
import { type Random, shuffle } from './random.ts'
import { ROUND_SIZE } from './test-plan.ts'

/** An item as shown to one visitor: the four options in order. */
export type DrawnItem = { item: Item; options: string[] }

/** What a round is drawn from. */
export type DrawSources = {
  bank: Bank
  /** Ids asked in this attempt: never drawn again (Specification §4). */
  asked: ReadonlySet<number>
  /** Ids this visitor was asked in earlier attempts: drawn only if nothing else is left at the level. */
  seen: ReadonlySet<number>
  random: Random
}

/** How often to redraw a round to find one without enemies, since early draws may leave only enemies. */
const DRAWS = 8

/** Draws items one by one from the best candidates: new to the visitor, then without an enemy in the test. */
function pickRound(
  left: readonly Item[],
  { bank, asked, seen, random }: DrawSources,
): { items: Item[]; withEnemies: number } {
  const enemies = enemiesOf(bank)
  const inTest = [...asked]
  const candidates = shuffle(left, random)
  const items: Item[] = []
  let withEnemies = 0
  while (items.length < ROUND_SIZE && candidates.length > 0) {
    let best = Number.POSITIVE_INFINITY
    let at = 0
    for (let index = 0; index < candidates.length && best > 0; index++) {
      const { id } = candidates[index] as Item
      const hasEnemy = inTest.some((other) => enemies.get(id)?.has(other))
      const rank = Number(seen.has(id)) * 2 + Number(hasEnemy)
      if (rank < best) [best, at] = [rank, index]
    }
    const [item] = candidates.splice(at, 1) as [Item]
    items.push(item)
    inTest.push(item.id)
    withEnemies += best % 2
  }
  return { items, withEnemies }
}

/**
 * A round of a level: items new to this visitor first, and among those no two enemies as long as the level allows;
 * within that, at random (docs/decisions/005).
 */
export function drawRound(level: Level, sources: DrawSources): DrawnItem[] {
  const { bank, asked, random } = sources
  const left = bank.filter((item) => item.level === level && !asked.has(item.id))
  let round = pickRound(left, sources)
  for (let draws = 1; round.withEnemies > 0 && draws < DRAWS; draws++) {
    const other = pickRound(left, sources)
    if (other.withEnemies < round.withEnemies) round = other
  }
  return round.items.map((item) => ({ item, options: shuffle([...item.correct, ...item.incorrect], random) }))
}

/** A question as asked: later changes to the bank or the calibration do not affect it. */
export type AskedItem = {
  id: number
  version: string
  level: Level
  question: string
  image: string
  correct: string[]
  options: string[]
  /** With `discrimination`, the calibrated parameters; absent: the nominal ones of its level. */
  difficulty?: number
  discrimination?: number
}

/** What an item's version and parameters are when it is asked. */
export type ItemSources = {
  versionOf: (item: Item) => string
  /** Null: nominal. */
  parametersOf: (item: Item) => ItemParameters | null
}

/** A drawn item as it is asked. */
export function toAsked({ item, options }: DrawnItem, { versionOf, parametersOf }: ItemSources): AskedItem {
  const { id, level, question, image, correct } = item
  return { id, version: versionOf(item), level, question, image, correct, options, ...parametersOf(item) }
}
