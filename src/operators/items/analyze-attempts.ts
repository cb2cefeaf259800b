import { type AnalyzedAttempt, analyzeItems } from '#quiz/analysis/analyze.ts'
import type { ItemStatistics } from '#quiz/analysis/item-statistics.ts'
import { LANGUAGES } from '#quiz/languages.ts'
import { responseOf } from '#quiz/score.ts'
import { type Banks, itemVersion } from '#server/banks/banks.ts'
import type { Database } from '#server/db/schema.ts'
import { countFirstAttempts, type FirstAttempt, firstAttempts } from '#server/db/tables/first-attempts.ts'

function toAnalyzed({ language, interfaceLanguage, answers }: FirstAttempt): AnalyzedAttempt {
  return {
    language,
    interfaceLanguage,
    answers: answers.map((answer) => ({
      id: answer.id,
      version: answer.version,
      level: answer.level,
      response: responseOf(answer),
      options: answer.options,
      key: answer.correct,
      choice: answer.choice,
      elapsedMs: answer.elapsedMs,
    })),
  }
}

/**
 * The statistics of every item of the banks, in its current version, from all first attempts so far.
 * @param onProgress receives the share done, 0 to 1
 */
export async function analyzeAttempts(
  db: Database,
  banks: Banks,
  onProgress: (share: number) => void,
): Promise<{ attempts: number; items: ItemStatistics[] }> {
  const until = new Date()
  const total = await countFirstAttempts(db, until)
  const { add, statistics } = analyzeItems()
  let attempts = 0
  for await (const attempt of firstAttempts(db, until)) {
    add(toAnalyzed(attempt))
    onProgress(++attempts / total)
  }
  const names = LANGUAGES.flatMap((language) =>
    banks[language].map((item) => ({ language, id: item.id, version: itemVersion(item), level: item.level })),
  )
  return { attempts, items: statistics(names) }
}
