/**
 * `npm run move -- postgresql://…`: copies the embedded database under DATA_DIR to an empty database of a Postgres
 * server, then compares every row (docs/operating.md). Broken off, it goes on when run again. The source is only read,
 * and the service on it must be stopped.
 */
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { openPglite } from '#server/db/connection/pglite.ts'
import { openPostgres } from '#server/db/connection/postgres.ts'
import { readSettings } from '#settings/read.ts'
import { operate } from '../operation.ts'
import { compareRows, copyRows, copySequences, deleteStale, listTables, MARKER, SESSION, type Side } from './copy.ts'

const MIGRATIONS = 'select name, sha256 from migrations order by name'
const AGAIN = 'Give another, empty database.'

/** @throws Error when the target is neither empty nor this move's own unfinished copy */
async function requireOwn(source: Side, target: Side, sourceId: string): Promise<void> {
  const { rows } = target
  const relations = await rows<{ relname: string }>(
    "select relname from pg_class where relkind in ('r', 'p', 'v', 'm', 'f') and relnamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')",
  )
  const names = relations.map(({ relname }) => relname)
  if (names.length === 0) return
  if (!names.includes('migrations')) throw new Error(`The database holds other tables: ${names.join(', ')}. ${AGAIN}`)
  const [own, theirs] = [await source.rows(MIGRATIONS), await rows(MIGRATIONS)]
  if (JSON.stringify(own) !== JSON.stringify(theirs))
    throw new Error(
      `The database has the schema of another release (${theirs.length} of ${own.length} migrations). ${AGAIN}`,
    )
  if (names.includes(MARKER)) {
    const [marker] = await rows<{ source: string }>(`select source from ${MARKER}`)
    if (marker && marker.source !== sourceId)
      throw new Error(`The database holds the unfinished copy of another one. ${AGAIN}`)
    if (marker) return
  }
  for (const { name } of await listTables(target))
    if (name !== 'event_forwarding' && (await rows(`select from "${name}" limit 1`)).length > 0)
      throw new Error(`The database holds data: there are rows in ${name}. ${AGAIN}`)
}

/** @throws Error when the address cannot be read, or names a certificate that cannot */
function clientFor(url: string): pg.Client {
  try {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true })
    return client.on('error', () => undefined)
  } catch (error) {
    throw new Error(`The address of the Postgres server cannot be used: ${(error as Error).message}.`, { cause: error })
  }
}

async function move(dataDir: string, url: string): Promise<void> {
  // Before the folder is held: what fails between would hold it without end.
  const client = clientFor(url)
  const { db, close } = await openPglite(dataDir)
  const source: Side = {
    rows: async (statement, values = []) =>
      (await db.executeQuery(CompiledQuery.raw(statement, [...values]))).rows as never,
  }
  const target: Side = { rows: async (statement, values = []) => (await client.query(statement, [...values])).rows }
  try {
    await client.connect().catch((error) => {
      throw new Error(`The Postgres server cannot be reached: ${error.message || error.code}`)
    })
    for (const setting of SESSION) for (const side of [source, target]) await side.rows(setting)
    const [id] = await source.rows<{ id: string }>('select system_identifier::text as id from pg_control_system()')
    const sourceId = id?.id ?? ''
    await requireOwn(source, target, sourceId)
    await (await openPostgres(url, 1)).close()
    await target.rows(`create table if not exists ${MARKER} (source text primary key)`)
    await target.rows(`insert into ${MARKER} values ($1) on conflict do nothing`, [sourceId])
    await copyAll(source, target)
    await target.rows(`drop table ${MARKER}`)
  } finally {
    await client.end()
    await close()
  }
}

async function copyAll(source: Side, target: Side): Promise<void> {
  const tables = await listTables(source)
  const begun = performance.now()
  const seconds = () => ((performance.now() - begun) / 1000).toFixed(0)
  // Children first, so that what a parent's deletion would take along is gone already.
  for (const table of tables.toReversed()) await deleteStale(source, target, table)
  for (const table of tables) {
    let shown = 0
    await copyRows(source, target, table, (rows) => {
      if (rows - shown < 50_000) return
      shown = rows
      console.log(`${table.name}: ${rows} rows, ${seconds()} s`)
    })
    await copySequences(source, target, table)
  }
  console.log(`Copied in ${seconds()} s. Comparing …`)
  let rows = 0
  for (const table of tables) rows += await compareRows(source, target, table)
  console.log(`${rows} rows in ${tables.length} tables are the same in both databases, after ${seconds()} s.`)
  console.log('Now start the service with DATABASE_URL. The folder is as it was: keep it until you have a backup.')
}

await operate(async () => {
  const [url = ''] = process.argv.slice(2)
  if (!/^postgres(ql)?:\/\/./.test(url))
    throw new Error('Say where to: npm run move -- postgresql://user:password@host/database')
  await move(readSettings({ DATA_DIR: process.env.DATA_DIR }).DATA_DIR, url)
})
