import { estimateAbility, posterior } from '../estimate.ts'
import type { Language } from '../languages.ts'
import { LEVELS, type Level } from '../levels.ts'
import { nominalParameters } from '../response-model.ts'
import { type AnalysedAnswer, countAnswer, emptyCounts, type ItemCounts } from './item-counts.ts'
import type { ItemName, ItemStatistics } from './item-statistics.ts'
import { judgeItem } from './judge-item.ts'

/** Somebody's first attempt in a language. Only first attempts: who comes back has met items before. */
export type AnalysedAttempt = { language: Language; interfaceLanguage: string; answers: readonly AnalysedAnswer[] }

type ByLevel = Record<Level, number>
type Tracked = { counts: ItemCounts; metByLevel: ByLevel; attemptsBefore: ByLevel }

export type ItemAnalysis = {
  /** Attempts come in the order of their beginning, because exposure counts from an item's first use. */
  add: (attempt: AnalysedAttempt) => void
  /** The statistics of these items, whether they were met or not, in their order. */
  statistics: (items: readonly ItemName[]) => ItemStatistics[]
}

const noneByLevel = () => Object.fromEntries(LEVELS.map((level) => [level, 0])) as ByLevel
const sumOf = (counts: ByLevel) => Object.values(counts).reduce((sum, count) => sum + count, 0)
const keyOf = ({ language, id, version }: Pick<ItemName, 'language' | 'id' | 'version'>) =>
  `${language} ${id} ${version}`

/** Item analysis over a stream of attempts: what it keeps grows with the number of items alone (docs/decisions/023). */
export function analyseItems(): ItemAnalysis {
  const tracked = new Map<string, Tracked>()
  const attempts = new Map<Language, ByLevel>()

  const trackedOf = (name: ItemName, soFar: ByLevel) => {
    const key = keyOf(name)
    const found = tracked.get(key) ?? {
      counts: emptyCounts(name),
      metByLevel: noneByLevel(),
      attemptsBefore: { ...soFar },
    }
    tracked.set(key, found)
    return found
  }

  return {
    add: ({ language, interfaceLanguage, answers }) => {
      const scored = answers.map(({ response, level }) => ({ response, parameters: nominalParameters(level) }))
      const weights = posterior(scored)
      const { theta, level } = estimateAbility(scored)
      const soFar = attempts.get(language) ?? noneByLevel()
      attempts.set(language, soFar)
      for (const answer of answers) {
        const { id, version } = answer
        const item = trackedOf({ language, id, version, level: answer.level }, soFar)
        item.metByLevel[level]++
        countAnswer(item.counts, answer, { posterior: weights, overall: theta, interfaceLanguage })
      }
      soFar[level]++
    },
    statistics: (items) =>
      items.map((name) => {
        const all = attempts.get(name.language) ?? noneByLevel()
        const { counts, metByLevel, attemptsBefore } = tracked.get(keyOf(name)) ?? {
          counts: emptyCounts(name),
          metByLevel: noneByLevel(),
          attemptsBefore: noneByLevel(),
        }
        return judgeItem(counts, {
          attempts: sumOf(all) - sumOf(attemptsBefore),
          met: sumOf(metByLevel),
          byLevel: LEVELS.map((level) => ({
            level,
            attempts: all[level] - attemptsBefore[level],
            met: metByLevel[level],
          })),
        })
      }),
  }
}
