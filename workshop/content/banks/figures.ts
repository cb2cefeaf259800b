import type { Item } from '#quiz/bank.ts'
import { LEVELS } from '#quiz/constants.ts'
import type { Language } from '#quiz/languages.ts'
import { presentReading } from '../readings.ts'
import { confirms, type ItemReading, itemHash, levelDistance } from './item-readings.ts'

/** An item with all of its readings, latest last. */
export type History = { item: Item; readings: ItemReading[] }

/** The figures from the readings of a group of items. */
export type Figures = {
  items: number
  /** Items with an agreeing first reading, and items with a known first reading. */
  firstAgreed: number
  firstKnown: number
  /** Items reworded since their first reading. */
  repaired: number
  /** Items with a reading of their current wording. */
  read: number
  /** Items that the latest reading of their current wording confirms. */
  confirmed: number
  /** Confirmed items with an earlier reading that didn't confirm the current wording: two readers disagreed. */
  overruled: number
  /** Sentences with a level guess in the latest reading of their current wording. */
  leveled: number
  levelEqual: number
  levelNear: number
  /** Sentences that the reader places below our level. */
  levelLower: number
  /** Sentences with a naturalness rating in their latest such reading, and those rated 4 or 5. */
  rated: number
  natural: number
  /** In reading order. */
  readers: string[]
}

/** The minimum rating of a natural sentence. */
const NATURAL = 4

/** Combines each item of a bank with its readings. */
export function historiesOf(items: readonly Item[], readings: readonly ItemReading[]): History[] {
  const byItem = Map.groupBy(readings, (reading) => reading.item)
  return items.map((item) => ({ item, readings: byItem.get(item.id) ?? [] }))
}

function firstAgreement({ item, readings: [first] }: History): boolean | undefined {
  if (!first) return undefined
  return first.hash === itemHash(item) ? confirms(first, item) : first.agreed
}

function isOverruled({ item, readings }: History): boolean {
  const ofPresent = readings.filter((reading) => reading.hash === itemHash(item))
  const newest = ofPresent.at(-1)
  return newest !== undefined && confirms(newest, item) && ofPresent.some((reading) => !confirms(reading, item))
}

function isRepaired({ item, readings: [first] }: History): boolean {
  return first !== undefined && first.hash !== itemHash(item)
}

type Read = { item: Item; reading: ItemReading }

/** Whether the reader places the item below our level. */
function isLower({ item, reading }: Read): boolean {
  return reading.level !== '' && LEVELS.indexOf(reading.level) < LEVELS.indexOf(item.level)
}

const isNatural = (rating: number) => rating >= NATURAL

/** Counts the figures that the summary shows and the check requires. */
export function figuresOf(histories: readonly History[]): Figures {
  const first = histories.map(firstAgreement)
  const present = histories.flatMap(({ item, readings }) => {
    const reading = presentReading(readings, itemHash(item))
    return reading ? [{ item, reading }] : []
  })
  const distances = present
    .filter(({ item }) => !item.image)
    .flatMap(({ item, reading }) => levelDistance(reading, item) ?? [])
  const ratings = present.flatMap(({ item, reading }) => (item.image ? [] : (reading.natural ?? [])))
  return {
    items: histories.length,
    firstAgreed: first.filter((agreed) => agreed === true).length,
    firstKnown: first.filter((agreed) => agreed !== undefined).length,
    repaired: histories.filter(isRepaired).length,
    read: present.length,
    confirmed: present.filter(({ item, reading }) => confirms(reading, item)).length,
    overruled: histories.filter(isOverruled).length,
    leveled: distances.length,
    levelEqual: distances.filter((distance) => distance === 0).length,
    levelNear: distances.filter((distance) => distance <= 1).length,
    levelLower: present.filter(isLower).length,
    rated: ratings.length,
    natural: ratings.filter(isNatural).length,
    readers: [...new Set(histories.flatMap(({ readings }) => readings.map(({ reader }) => reader)))],
  }
}

/** One reader's findings from a whole bank, with each sentence as it was that day. */
export type WholeReading = {
  reader: string
  date: string
  read: number
  confirmed: number
  levelEqual: number
  /** C2 sentences, and those that the reader places lower. */
  ofC2: number
  lowerC2: number
  natural: number
}

/** The readers who judged every sentence of a bank, in reading order. */
export function wholeReadingsOf(histories: readonly History[]): WholeReading[] {
  const sentences = histories.filter(({ item }) => !item.image)
  const judged = sentences.flatMap(({ item, readings }) => readings.map((reading) => ({ item, reading })))
  return [...Map.groupBy(judged, ({ reading }) => reading.reader)].flatMap(([reader, rows]) => {
    const rated = rows.filter(({ reading }) => reading.natural !== undefined)
    if (new Set(rated.map(({ item }) => item.id)).size < sentences.length) return []
    const ofC2 = rated.filter(({ item }) => item.level === 'C2')
    return {
      reader,
      date: rated[0]?.reading.date ?? '',
      read: rated.length,
      confirmed: rated.filter(({ reading }) => reading.agreed).length,
      levelEqual: rated.filter(({ item, reading }) => levelDistance(reading, item) === 0).length,
      ofC2: ofC2.length,
      lowerC2: ofC2.filter(isLower).length,
      natural: rated.filter(({ reading }) => isNatural(reading.natural ?? 0)).length,
    }
  })
}

/** One reader's findings from a draw of a bank, including pictures. */
export type DrawReading = Pick<WholeReading, 'reader' | 'date' | 'read' | 'confirmed' | 'levelEqual' | 'natural'> & {
  leveled: number
  rated: number
}

/** The readers of draws, whose names start with "draw", in reading order. */
export function drawReadingsOf(histories: readonly History[]): DrawReading[] {
  const judged = histories.flatMap(({ item, readings }) => readings.map((reading) => ({ item, reading })))
  const ofDraws = judged.filter(({ reading }) => /(^| )draw\d/.test(reading.reader))
  return [...Map.groupBy(ofDraws, ({ reading }) => reading.reader)].map(([reader, rows]) => {
    const sentences = rows.filter(({ item }) => !item.image)
    const distances = sentences.flatMap(({ item, reading }) => levelDistance(reading, item) ?? [])
    const ratings = sentences.flatMap(({ reading }) => reading.natural ?? [])
    return {
      reader,
      date: rows[0]?.reading.date ?? '',
      read: rows.length,
      confirmed: rows.filter(({ reading }) => reading.agreed).length,
      leveled: distances.length,
      levelEqual: distances.filter((distance) => distance === 0).length,
      rated: ratings.length,
      natural: ratings.filter(isNatural).length,
    }
  })
}

/** A share in words, such as `29 of 30 (96.7%)`. Rounded down, so only a full share is 100%. */
export function share(part: number, whole: number): string {
  if (whole === 0) return '–'
  return `${part} of ${whole} (${(Math.floor((part / whole) * 1000) / 10).toFixed(1)}%)`
}

/** The name of a tested language in the summary. */
export const capitalized = (language: Language) => `${language.charAt(0).toUpperCase()}${language.slice(1)}`
