import type { Bank, Item } from './bank.ts'

/**
 * Why two items help each other, so one test shouldn't contain both. `named`: an author marked them. `point`: the same
 * blueprint point at the same level. `key`: the same answer. `options`: the options of one rule out those of the other.
 * `stem`: the stem of one contains the answer to the other.
 */
export type EnemyReason = 'named' | 'point' | 'key' | 'options' | 'stem'

export type EnemyPair = { items: readonly [Item, Item]; reasons: EnemyReason[] }

/** The enemies, by id, of each item that has any. */
export type Enemies = ReadonlyMap<number, ReadonlySet<number>>

/** With this many shared options, two sets look like the same question. */
const SAME_SET = 3

const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const HANGUL = /\p{Script=Hangul}/u

/** Shorter keys are words found in any text. In Korean, a particle may follow the word. */
const LEAST = { dense: 2, hangul: 3, letters: 6 }

const wordsIn = (text: string) =>
  ` ${
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `

type Traits = { item: Item; key: string; options: ReadonlySet<string>; stem: string; sought: string | null }

/** The text to look for in other stems; null if the key is too short to be significant. */
function soughtOf(key: string): string | null {
  const letters = [...key.replaceAll(' ', '')].length
  if (DENSE.test(key)) return letters >= LEAST.dense ? key.trim() : null
  if (HANGUL.test(key)) return letters >= LEAST.hangul ? key.trimEnd() : null
  return letters >= LEAST.letters ? key : null
}

function traitsOf(item: Item): Traits {
  const options = [...item.correct, ...item.incorrect].map((option) => option.normalize('NFKC').trim().toLowerCase())
  const key = options[0] ?? ''
  const sought = item.image ? null : soughtOf(wordsIn(key))
  return { item, key, options: new Set(options), stem: wordsIn(item.question), sought }
}

function doOptionsTell(one: Traits, other: Traits): boolean {
  let shared = 0
  for (const option of one.options) if (other.options.has(option)) shared += 1
  if (shared >= SAME_SET) return true
  const keys = Number(other.options.has(one.key)) + Number(one.options.has(other.key))
  // A picture is identified by its word; sentences often share a word by chance.
  return keys > 0 && (Boolean(one.item.image && other.item.image) || shared >= 2)
}

function reasonsBetween(one: Traits, other: Traits): EnemyReason[] {
  const [left, right] = [one.item, other.item]
  const prints = (stem: string, sought: string | null) => sought !== null && stem.includes(sought)
  const reasons: EnemyReason[] = []
  if (left.enemies?.includes(right.id) || right.enemies?.includes(left.id)) reasons.push('named')
  if (!left.image && !right.image && left.level === right.level && left.point === right.point) reasons.push('point')
  if (one.key === other.key) reasons.push('key')
  if (doOptionsTell(one, other)) reasons.push('options')
  if (prints(one.stem, other.sought) || prints(other.stem, one.sought)) reasons.push('stem')
  return reasons
}

/** Everything that two helpful items have in common, except for stems. */
function sharedKeys({ item, options }: Traits): string[] {
  const named = [item.id, ...(item.enemies ?? [])].map((id) => `item ${id}`)
  return [...options, ...named, ...(item.image ? [] : [`point ${item.level} ${item.point}`])]
}

/**
 * For each item, by index, the earlier ones that may be enemies. This skips the many pairs that have nothing in common,
 * because the first test in a language has to wait for it.
 */
function earlierToCompare(traits: readonly Traits[]): number[][] {
  const earlier = traits.map(() => new Set<number>())
  const compare = (one: number, other: number) => {
    if (one !== other) earlier[Math.max(one, other)]?.add(Math.min(one, other))
  }
  const sharing = new Map<string, number[]>()
  const starts: number[] = []
  let stems = ''
  for (const [index, own] of traits.entries()) {
    for (const key of new Set(sharedKeys(own))) {
      const others = sharing.get(key) ?? []
      for (const other of others) compare(index, other)
      others.push(index)
      sharing.set(key, others)
    }
    starts.push(stems.length)
    stems += `${own.stem}\n`
  }
  for (const [index, { sought }] of traits.entries()) {
    if (sought === null) continue
    for (let at = stems.indexOf(sought); at >= 0; at = stems.indexOf(sought, at + 1))
      compare(
        index,
        starts.findLastIndex((start) => start <= at),
      )
  }
  return earlier.map((indexes) => [...indexes].sort((one, other) => one - other))
}

/** All enemy pairs of a bank, with reasons. */
export function enemyPairs(bank: Bank): EnemyPair[] {
  const traits = bank.map(traitsOf)
  const earlier = earlierToCompare(traits)
  return traits.flatMap((other, index) =>
    (earlier[index] ?? []).flatMap((earlierIndex): EnemyPair[] => {
      const one = traits[earlierIndex] as Traits
      const reasons = reasonsBetween(one, other)
      return reasons.length > 0 ? [{ items: [one.item, other.item], reasons }] : []
    }),
  )
}

const byBank = new WeakMap<Bank, Enemies>()

/** The enemies of every item of a bank, computed once per bank. */
export function enemiesOf(bank: Bank): Enemies {
  const before = byBank.get(bank)
  if (before) return before
  const enemies = new Map<number, Set<number>>()
  const add = (one: Item, other: Item) => enemies.set(one.id, (enemies.get(one.id) ?? new Set()).add(other.id))
  for (const { items } of enemyPairs(bank)) {
    const [one, other] = items
    add(one, other)
    add(other, one)
  }
  byBank.set(bank, enemies)
  return enemies
}
