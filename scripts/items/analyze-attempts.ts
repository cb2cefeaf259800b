import { type AnalyzedAttempt, analyzeItems } from '#quiz/analysis/analyze.ts'
import type { ItemStatistics } from '#quiz/analysis/item-statistics.ts'
import { responseOf } from '#quiz/attempt.ts'
import { LANGUAGES } from '#quiz/languages.ts'
import { type Banks, itemVersion } from '#server/banks/banks.ts'
import { countFirstAttempts, type FirstAttempt, firstAttempts } from '#server/db/first-attempts.ts'
import type { Database } from '#server/db/schema.ts'

function toAnalyzed({ language, interface_language, answers }: FirstAttempt): AnalyzedAttempt {
  return {
    language,
    interfaceLanguage: interface_language,
    answers: answers.map((answer) => ({
      id: answer.item_id,
      version: answer.item_version,
      level: answer.level,
      response: responseOf(answer),
      options: answer.options,
      key: answer.correct,
      choice: answer.choice ?? [],
      elapsedMs: answer.elapsed_ms,
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
