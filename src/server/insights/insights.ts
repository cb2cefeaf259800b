import type { InsightsData, InsightsFilter, ItemInsights, ItemRow } from '#contract/insights.ts'
import { FUNNEL_STEPS } from '#contract/insights.ts'
import { flagText } from '#quiz/analysis/flags.ts'
import type { Item } from '#quiz/bank.ts'
import type { Language } from '#quiz/languages.ts'
import { type Banks, itemVersion } from '../banks/banks.ts'
import { pointName } from '../banks/notes.ts'
import { countItemReports, readAssessments, readChoices, readFunnel, readItems, readQuestions } from '../db/insights.ts'
import { findItemStatistics } from '../db/items.ts'
import type { Database } from '../db/schema.ts'

export type InsightsContext = { db: Database; banks: Banks }

type ItemReports = Awaited<ReturnType<typeof countItemReports>>

/** Every item of the bank in its present version, answered or not. */
async function toItemRows(
  { db, banks }: InsightsContext,
  language: Language,
  filter: InsightsFilter,
): Promise<{ rows: ItemRow[]; reports: ItemReports }> {
  const key = (id: number, version: string) => `${id} ${version}`
  const [items, reports, statistics] = await Promise.all([
    readItems(db, language, filter),
    countItemReports(db, language),
    findItemStatistics(db, language),
  ])
  const counted = new Map(items.map((row) => [key(row.item_id, row.item_version), row]))
  const reported = Map.groupBy(reports, (row) => key(row.item_id, row.item_version))
  const analyzed = new Map(statistics.map((row) => [key(row.id, row.version), row.flags]))
  const rows = banks[language].map((item): ItemRow => {
    const present = key(item.id, itemVersion(item))
    const { answered = 0, right = 0, unknown = 0, seconds = null } = counted.get(present) ?? {}
    return {
      item_id: item.id,
      level: item.level,
      kind: item.image ? 'picture' : 'sentence',
      ...{ answered, right, unknown, seconds },
      reports: (reported.get(present) ?? []).reduce((sum, row) => sum + row.reports, 0),
      flags: (analyzed.get(present) ?? []).map(flagText),
    }
  })
  return { rows, reports }
}

/** Everything the staff page shows. */
export async function findInsights(context: InsightsContext, filter: InsightsFilter): Promise<InsightsData> {
  const { db } = context
  const [funnel, questions, assessments, items] = await Promise.all([
    readFunnel(db, filter),
    readQuestions(db, filter),
    readAssessments(db, filter),
    filter.language === '' ? null : toItemRows(context, filter.language, filter).then(({ rows }) => rows),
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

/** What the page of one item shows; undefined if the bank has no such item. */
export async function findItemInsights(
  context: InsightsContext,
  language: Language,
  itemId: number,
  filter: InsightsFilter,
): Promise<ItemInsights | undefined> {
  const item: Item | undefined = context.banks[language].find(({ id }) => id === itemId)
  if (!item) return undefined
  const version = itemVersion(item)
  const [{ rows, reports }, choices] = await Promise.all([
    toItemRows(context, language, filter),
    readChoices(context.db, { language, itemId, itemVersion: version }, filter),
  ])
  const row = rows.find(({ item_id }) => item_id === itemId) as ItemRow
  const { question, image, correct, incorrect } = item
  return {
    filter,
    language,
    item: { ...row, question, image, correct, incorrect, point: pointName(language, item) },
    choices,
    reasons: reports.filter((report) => report.item_id === itemId && report.item_version === version),
  }
}
