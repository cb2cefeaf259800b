import type { Bank, Item } from './bank.ts'
import { enemiesOf } from './enemies.ts'
import { type ItemParameters, informationAt, nominalParameters } from './estimate.ts'
import type { Level } from './levels.ts'
import { type Random, shuffle } from './random.ts'
import { ROUND_SIZE, START_LEVEL } from './test-plan.ts'

/** An item as shown to one visitor: the four options in order. */
export type DrawnItem = { item: Item; options: string[] }

/** What a round is drawn from. */
export type DrawSources = {
  bank: Bank
  /** Ids asked in this attempt: never drawn again (Specification §4). */
  asked: ReadonlySet<number>
  /**
   * Ids this visitor was asked in earlier attempts, the longest ago first: drawn only if nothing else is left at the
   * level.
   */
  seen: ReadonlySet<number>
  random: Random
  /** What a calibration says of an item; null: nothing. */
  parametersOf?: ItemSources['parametersOf']
}

/** How often to redraw a round to find one without enemies, since early draws may leave only enemies. */
const DRAWS = 8

/** Which of the candidates the visitor was asked before, and how long ago: 0 is never, 1 the earlier half of them. */
function agesOf(candidates: readonly Item[], seen: ReadonlySet<number>): ReadonlyMap<number, number> {
  const ids = new Set(candidates.map(({ id }) => id))
  const asked = [...seen].filter((id) => ids.has(id))
  return new Map(asked.map((id, index) => [id, index < asked.length / 2 ? 1 : 2]))
}

/**
 * Picks items one by one, the first of the best candidates: new to the visitor, else asked longest ago, then without an
 * enemy in the test.
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

/** The best of some rounds, each of candidates in an order by chance. */
function drawFrom(candidates: readonly Item[], sources: DrawSources, inOrder: typeof shuffle<Item>): DrawnItem[] {
  const { random } = sources
  let round = pickRound(inOrder(candidates, random), sources)
  for (let draws = 1; round.withEnemies > 0 && draws < DRAWS; draws++) {
    const other = pickRound(inOrder(candidates, random), sources)
    if (other.withEnemies < round.withEnemies) round = other
  }
  return round.items.map((item) => ({ item, options: shuffle([...item.correct, ...item.incorrect], random) }))
}

/**
 * A round of a level: items new to this visitor first, then those of longest ago, and among these no two enemies as
 * long as the level allows; within that, at random (docs/decisions/005).
 */
export function drawRound(level: Level, sources: DrawSources): DrawnItem[] {
  const { bank, asked } = sources
  const left = bank.filter((item) => item.level === level && !asked.has(item.id))
  return drawFrom(left, sources, shuffle)
}

/** Whether a calibration knows any of the items. */
export function isCalibrated({ bank, parametersOf }: DrawSources): boolean {
  return parametersOf !== undefined && bank.some((item) => parametersOf(item) !== null)
}

/** How many of the most informative items a round is drawn from: fewer are more exact, and shown to more people. */
const CANDIDATES = 24

/** The first round shows everybody items of the start level; later ones draw them half as often. */
const AGAIN = 0.5

/** A random order in which items of the start level come later (Efraimidis and Spirakis 2006). */
function afterFirstRound(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, key: random() ** (item.level === START_LEVEL ? 1 / AGAIN : 1) }))
    .sort((one, other) => other.key - one.key)
    .map(({ item }) => item)
}

/**
 * A round at an ability, of any levels: drawn from the items whose answers say most there (Fisher information; the
 * randomesque method of Kingsbury and Zara 1989), new to this visitor as long as there are enough, without enemies.
 */
export function drawInformativeRound(theta: number, sources: DrawSources): DrawnItem[] {
  const { bank, asked, seen, parametersOf } = sources
  const left = bank.filter(({ id }) => !asked.has(id))
  const fresh = left.filter(({ id }) => !seen.has(id))
  const told = (item: Item) => informationAt(theta, parametersOf?.(item) ?? nominalParameters(item.level))
  const candidates = (fresh.length < CANDIDATES ? left : fresh)
    .map((item) => ({ item, information: told(item) }))
    .sort((one, other) => other.information - one.information)
    .slice(0, CANDIDATES)
    .map(({ item }) => item)
  return drawFrom(candidates, sources, afterFirstRound)
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
