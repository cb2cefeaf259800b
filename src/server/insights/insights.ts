import { FUNNEL_STEPS, type InsightsData, type InsightsFilter, type ItemRow } from '#contract/insights.ts'
import type { ItemPageData } from '#contract/page-data.ts'
import type { Item } from '#quiz/bank.ts'
import type { Language } from '#quiz/languages.ts'
import { type Banks, itemVersion } from '../banks/banks.ts'
import { pointName } from '../banks/notes.ts'
import type { Database } from '../db/schema.ts'
import { countFlags } from '../db/tables/flags.ts'
import { readAttempts, readChoices, readFunnel, readItems, readQuestions } from '../db/tables/insights.ts'

export type InsightsContext = { db: Database; banks: Banks }

type FlagCounts = Awaited<ReturnType<typeof countFlags>>

/** Every item of the bank in its present version, answered or not. */
async function toItemRows(
  { db, banks }: InsightsContext,
  language: Language,
  filter: InsightsFilter,
): Promise<{ rows: ItemRow[]; flags: FlagCounts }> {
  const key = (id: number, version: string) => `${id} ${version}`
  const [items, flags] = await Promise.all([readItems(db, language, filter), countFlags(db, language)])
  const counted = new Map(items.map((row) => [key(row.item_id, row.item_version), row]))
  const flagged = Map.groupBy(flags, (row) => key(row.item_id, row.item_version))
  const rows = banks[language].map((item): ItemRow => {
    const present = key(item.id, itemVersion(item))
    const { answered = 0, right = 0, unknown = 0, seconds = null } = counted.get(present) ?? {}
    return {
      item_id: item.id,
      level: item.level,
      kind: item.image ? 'picture' : 'sentence',
      ...{ answered, right, unknown, seconds },
      flags: (flagged.get(present) ?? []).reduce((sum, row) => sum + row.flags, 0),
    }
  })
  return { rows, flags }
}

/** Everything the staff page shows. */
export async function findInsights(context: InsightsContext, filter: InsightsFilter): Promise<InsightsData> {
  const { db } = context
  const [funnel, questions, attempts, items] = await Promise.all([
    readFunnel(db, filter),
    readQuestions(db, filter),
    readAttempts(db, filter),
    filter.language === '' ? null : toItemRows(context, filter.language, filter).then(({ rows }) => rows),
  ])
  const visitors = new Map(funnel.map((row) => [row.step, row.visitors]))
  return {
    filter,
    funnel: FUNNEL_STEPS.map((step) => ({ step, visitors: visitors.get(step) ?? 0 })),
    questions,
    ...attempts,
    items,
  }
}

/** What the page of one item shows; undefined if the bank has no such item. */
export async function findItemInsights(
  context: InsightsContext,
  language: Language,
  itemId: number,
  filter: InsightsFilter,
): Promise<ItemPageData | undefined> {
  const item: Item | undefined = context.banks[language].find(({ id }) => id === itemId)
  if (!item) return undefined
  const version = itemVersion(item)
  const [{ rows, flags }, choices] = await Promise.all([
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
    reasons: flags.filter((flag) => flag.item_id === itemId && flag.item_version === version),
  }
}
