import {
  CompiledQuery,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type QueryResult,
  type UnknownRow,
} from 'kysely'
import type { Database } from '#server/db/schema.ts'

/** Records every executed statement, including those in transactions. */
export class Recorder implements KyselyPlugin {
  readonly nodes: PluginTransformQueryArgs['node'][] = []
  /** Prepared statements, which are compiled before they run. */
  readonly written: { sql: string; parameters: readonly unknown[] }[] = []

  /** The same database, with this recorder. */
  record(db: Database): Database {
    const recorded = db.withPlugin(this)
    const run = recorded.executeQuery.bind(recorded)
    const executeQuery: Database['executeQuery'] = (query, ...rest) => {
      if ('sql' in query) this.written.push(query)
      return run(query, ...rest)
    }
    return Object.assign(recorded, { executeQuery })
  }

  transformQuery({ node }: PluginTransformQueryArgs): PluginTransformQueryArgs['node'] {
    this.nodes.push(node)
    return node
  }

  async transformResult({ result }: { result: QueryResult<UnknownRow> }): Promise<QueryResult<UnknownRow>> {
    return result
  }
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Plan[]
}

/** `isLimited` means that only the first rows are read. */
type Part = Plan & { isLimited: boolean }

const partsOf = (plan: Plan, isLimited = false): Part[] => [
  { ...plan, isLimited },
  ...(plan.Plans ?? []).flatMap((below, index) => {
    const passesOn = plan['Node Type'] === 'Limit' || (isLimited && plan['Node Type'] === 'Nested Loop')
    return partsOf(below, passesOn && index === 0)
  }),
]

/** Plan nodes that read a whole table or index. */
function isScan(part: Part, tables: readonly string[]): boolean {
  if (part['Node Type'] === 'Seq Scan') return tables.includes(part['Relation Name'] ?? '')
  return /^(Bitmap )?Index/.test(part['Node Type']) && part['Index Cond'] === undefined && !part.isLimited
}

/**
 * The recorded statements that, according to the plan, would scan one of `tables` in full, each with the scanned table
 * or index.
 */
export async function findScans(
  db: Database,
  { nodes, written }: Recorder,
  tables: readonly string[],
): Promise<string[]> {
  const scans = new Set<string>()
  const compiled = nodes.map((node) => db.getExecutor().compileQuery(node as never, { queryId: 'explained' }))
  for (const { sql, parameters } of [...compiled, ...written]) {
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      CompiledQuery.raw(`explain (format json) ${sql}`, [...parameters]),
    )
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
    if (!plan) throw new Error(`There is no plan for ${sql}`)
    const found = partsOf(plan).filter((part) => isScan(part, tables))
    for (const part of found) scans.add(`${part['Relation Name'] ?? part['Index Name']}: ${sql}`)
  }
  return [...scans]
}
