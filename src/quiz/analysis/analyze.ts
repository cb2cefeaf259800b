import { ABILITIES, estimateFrom, nominalParameters, posterior } from '../estimate.ts'
import type { Language } from '../languages.ts'
import { LEVELS, type Level } from '../levels.ts'
import { type AnalyzedAnswer, countAnswer, emptyCounts, type ItemCounts } from './item-counts.ts'
import type { ItemName, ItemStatistics } from './item-statistics.ts'
import { judgeItem, originOf } from './judge-item.ts'

/** Somebody's first attempt in a language. Only first attempts: returning visitors have seen items before. */
export type AnalyzedAttempt = { language: Language; interfaceLanguage: string; answers: readonly AnalyzedAnswer[] }

/** The prior, as this many pseudo-visitors spread evenly over all abilities. */
const ALIKE_VISITORS = 50

type ByLevel = Record<Level, number>
type ItemRecord = { counts: ItemCounts; metByLevel: ByLevel; attemptsBefore: ByLevel }

export type ItemAnalysis = {
  /** Attempts must come in start order, because exposure counts from an item's first use. */
  add: (attempt: AnalyzedAttempt) => void
  /** The statistics of these items, seen or not, in the same order. */
  statistics: (items: readonly ItemName[]) => ItemStatistics[]
}

const noneByLevel = () => Object.fromEntries(LEVELS.map((level) => [level, 0])) as ByLevel
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
const sumOf = (counts: ByLevel) => sum(Object.values(counts))
const keyOf = ({ language, id, version }: Pick<ItemName, 'language' | 'id' | 'version'>) =>
  `${language} ${id} ${version}`

function newRecord(name: ItemName, soFar: ByLevel): ItemRecord {
  return { counts: emptyCounts(name), metByLevel: noneByLevel(), attemptsBefore: { ...soFar } }
}

/** Item analysis over a stream of attempts: its memory grows only with the number of items (docs/decisions/023). */
export function analyzeItems(): ItemAnalysis {
  const records = new Map<string, ItemRecord>()
  const attempts = new Map<Language, ByLevel>()
  const visitors = new Map<Language, number[]>()

  const recordOf = (name: ItemName, soFar: ByLevel) => {
    const key = keyOf(name)
    const item = records.get(key) ?? newRecord(name, soFar)
    records.set(key, item)
    return item
  }
  const recordsOf = (language: Language) =>
    [...records.values()].filter(({ counts }) => counts.name.language === language)

  /** The posterior with the visitors' abilities so far as its prior, instead of a uniform one. */
  const amongVisitors = (alike: readonly number[][], language: Language) => {
    const soFar = visitors.get(language) ?? ABILITIES.map(() => ALIKE_VISITORS / ABILITIES.length)
    visitors.set(language, soFar)
    const weighted = alike.map((row, index) => row.map((weight) => weight * (soFar[index] as number)))
    const total = sum(weighted.map(sum))
    const weights = weighted.map((row) => row.map((weight) => weight / total))
    for (const [index, row] of weights.entries()) soFar[index] = (soFar[index] as number) + sum(row)
    return weights
  }

  return {
    add: ({ language, interfaceLanguage, answers }) => {
      const scored = answers.map(({ response, level }) => ({ response, parameters: nominalParameters(level) }))
      const alike = posterior(scored)
      const weights = amongVisitors(alike, language)
      const { theta, level } = estimateFrom(alike)
      const soFar = attempts.get(language) ?? noneByLevel()
      attempts.set(language, soFar)
      for (const answer of answers) {
        const { id, version } = answer
        const item = recordOf({ language, id, version, level: answer.level }, soFar)
        item.metByLevel[level]++
        countAnswer(item.counts, answer, { posterior: weights, overall: theta, interfaceLanguage })
      }
      soFar[level]++
    },
    statistics: (items) => {
      const origins = new Map(
        [...attempts.keys()].map((language) => [language, originOf(recordsOf(language).map(({ counts }) => counts))]),
      )
      return items.map((name) => {
        const all = attempts.get(name.language) ?? noneByLevel()
        const { counts, metByLevel, attemptsBefore } = records.get(keyOf(name)) ?? newRecord(name, noneByLevel())
        const exposures = {
          attempts: sumOf(all) - sumOf(attemptsBefore),
          met: sumOf(metByLevel),
          byLevel: LEVELS.map((level) => ({
            level,
            attempts: all[level] - attemptsBefore[level],
            met: metByLevel[level],
          })),
        }
        return judgeItem(counts, exposures, origins.get(name.language) ?? 0)
      })
    },
  }
}
