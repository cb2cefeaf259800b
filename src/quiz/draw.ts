import type { Bank, Item } from './bank.ts'
import { type Level, ROUND_SIZE } from './constants.ts'
import { enemiesOf } from './enemies.ts'
import { type Random, shuffle } from './random.ts'

/** An item as shown to one visitor, with the four options in order. */
export type DrawnItem = { item: Item; options: string[] }

/** The sources for drawing a round. */
export type DrawSources = {
  bank: Bank
  /** Ids asked in this attempt, which are never drawn again (Specification §4). */
  asked: ReadonlySet<number>
  /**
   * Ids that this visitor was asked in earlier attempts, oldest first: drawn only if nothing else is left at the level.
   */
  seen: ReadonlySet<number>
  random: Random
}

/** How many times to redraw a round to find one without enemies, because early picks may leave only enemies. */
const DRAWS = 8

/** When the visitor was asked each candidate: 0 is never, 1 is in the earlier half, and 2 in the later half. */
function agesOf(candidates: readonly Item[], seen: ReadonlySet<number>): ReadonlyMap<number, number> {
  const ids = new Set(candidates.map(({ id }) => id))
  const asked = [...seen].filter((id) => ids.has(id))
  return new Map(asked.map((id, index) => [id, index < asked.length / 2 ? 1 : 2]))
}

/**
 * Picks items one by one, taking the first of the best candidates: those new to the visitor, then those asked longest
 * ago, then those without an enemy in the test.
 */
function pickRound(order: readonly Item[], { bank, asked, seen }: DrawSources): { items: Item[]; withEnemies: number } {
  const enemies = enemiesOf(bank)
  const inTest = [...asked]
  const ages = agesOf(order, seen)
  const candidates = [...order]
  const items: Item[] = []
  let withEnemies = 0
  while (items.length < ROUND_SIZE && candidates.length > 0) {
    let best = Number.POSITIVE_INFINITY
    let at = 0
    for (let index = 0; index < candidates.length && best > 0; index++) {
      const { id } = candidates[index] as Item
      const hasEnemy = inTest.some((other) => enemies.get(id)?.has(other))
      const rank = (ages.get(id) ?? 0) * 2 + Number(hasEnemy)
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
 * A round at a level: items new to this visitor first, then those asked longest ago. Among these, it avoids enemies as
 * far as the level allows; beyond that, it's random (docs/decisions/005).
 */
export function drawRound(level: Level, sources: DrawSources): DrawnItem[] {
  const { bank, asked, random } = sources
  const left = bank.filter((item) => item.level === level && !asked.has(item.id))
  let round = pickRound(shuffle(left, random), sources)
  for (let draws = 1; round.withEnemies > 0 && draws < DRAWS; draws++) {
    const other = pickRound(shuffle(left, random), sources)
    if (other.withEnemies < round.withEnemies) round = other
  }
  return round.items.map((item) => ({ item, options: shuffle([...item.correct, ...item.incorrect], random) }))
}

/** A question as asked, unaffected by later changes to the bank. */
export type AskedItem = {
  id: number
  version: string
  level: Level
  question: string
  image: string
  correct: string[]
  options: string[]
  /** In logits; missing means its level's. */
  difficulty?: number
}

/** The current version of an item. */
export type VersionOf = (item: Item) => string

/** Records a drawn item as asked. */
export function toAsked({ item, options }: DrawnItem, versionOf: VersionOf): AskedItem {
  const { id, level, question, image, correct, difficulty } = item
  const asked = { id, version: versionOf(item), level, question, image, correct, options }
  return difficulty === undefined ? asked : { ...asked, difficulty }
}
