import type { InsightsData, InsightsFilter, ItemInsights, ItemRow } from '#contract/insights.ts'
import { FUNNEL_STEPS } from '#contract/insights.ts'
import { flagText } from '#quiz/analysis/flag-text.ts'
import type { Item } from '#quiz/bank.ts'
import type { Language } from '#quiz/languages.ts'
import { type Banks, itemVersion } from './banks.ts'
import { countItemReports, readAssessments, readChoices, readFunnel, readItems, readQuestions } from './db/insights.ts'
import { findItemStatistics } from './db/item-statistics.ts'
import type { Database } from './db/schema.ts'
import { pointName } from './points.ts'

export type InsightsContext = { db: Database; banks: Banks }

/** Each item of the bank in its present version, answered or not. */
async function toItemRows({ db, banks }: InsightsContext, language: Language, filter: InsightsFilter) {
  const key = (id: number, version: string) => `${id} ${version}`
  const counted = new Map(
    (await readItems(db, language, filter)).map((row) => [key(row.item_id, row.item_version), row]),
  )
  const reports = Map.groupBy(await countItemReports(db, language), (row) => key(row.item_id, row.item_version))
  const analysed = new Map((await findItemStatistics(db, language)).map((row) => [key(row.id, row.version), row.flags]))
  return banks[language].map((item): ItemRow => {
    const present = key(item.id, itemVersion(item))
    const { answered = 0, right = 0, unknown = 0, seconds = null } = counted.get(present) ?? {}
    return {
      item_id: item.id,
      level: item.level,
      kind: item.image ? 'picture' : 'sentence',
      ...{ answered, right, unknown, seconds },
      reports: (reports.get(present) ?? []).reduce((sum, row) => sum + row.reports, 0),
      flags: (analysed.get(present) ?? []).map(flagText),
    }
  })
}

/** Everything that the staff page shows. */
export async function findInsights(context: InsightsContext, filter: InsightsFilter): Promise<InsightsData> {
  const { db } = context
  const [funnel, questions, assessments, items] = await Promise.all([
    readFunnel(db, filter),
    readQuestions(db, filter),
    readAssessments(db, filter),
    filter.language === '' ? null : toItemRows(context, filter.language, filter),
  ])
  const visitors = new Map(funnel.map((row) => [row.step, row.visitors]))
  return {
    filter,
    funnel: FUNNEL_STEPS.map((step) => ({ step, visitors: visitors.get(step) ?? 0 })),
    questions,
    ...assessments,
    items,
  }
}

/** What the page of one item shows, or undefined when the bank has none with this id. */
export async function findItemInsights(
  context: InsightsContext,
  language: Language,
  itemId: number,
  filter: InsightsFilter,
): Promise<ItemInsights | undefined> {
  const item: Item | undefined = context.banks[language].find(({ id }) => id === itemId)
  if (!item) return undefined
  const version = itemVersion(item)
  const rows = await toItemRows(context, language, filter)
  const row = rows.find(({ item_id }) => item_id === itemId) as ItemRow
  const reports = await countItemReports(context.db, language)
  const { question, image, correct, incorrect } = item
  return {
    filter,
    language,
    item: { ...row, question, image, correct, incorrect, point: pointName(language, item) },
    choices: await readChoices(context.db, { language, itemId, itemVersion: version }, filter),
    reasons: reports.filter((report) => report.item_id === itemId && report.item_version === version),
  }
}
