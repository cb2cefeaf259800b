/** Rows of one database as text, by which they are copied and compared. */
export type Side = {
  rows: <Row extends Record<string, unknown>>(statement: string, values?: readonly unknown[]) => Promise<Row[]>
}

export type Table = { name: string; columns: Column[]; key: Column[] }
type Column = { name: string; type: string; isIdentity: boolean }

const AT_ONCE = 1000
/**
 * Time zone and notation under which both databases write the same value as the same text, and plans that follow the
 * index: a table that was filled just now has no statistics, and sorting it for each batch takes hours.
 */
export const SESSION = [
  "set time zone 'UTC'",
  "set datestyle = 'ISO'",
  'set extra_float_digits = 1',
  ...['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin', 'sort'].map((plan) => `set enable_${plan} = off`),
]

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const list = (columns: readonly Column[], show = (column: Column) => quoted(column.name)) =>
  columns.map(show).join(', ')
const asText = (columns: readonly Column[]) => list(columns, ({ name }) => `${quoted(name)}::text as ${quoted(name)}`)

/** The tables of the schema except the record of its migrations, each after those that it refers to. */
export async function listTables(side: Side): Promise<Table[]> {
  const columns = await side.rows<{
    table: string
    name: string
    type: string
    is_identity: boolean
    key_position: number
  }>(`
    select relname as table, attname as name, format_type(atttypid, atttypmod) as type, attidentity <> '' as is_identity,
      coalesce(array_position(conkey, attnum), 0) as key_position
    from pg_class
    join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    left join pg_constraint on conrelid = pg_class.oid and contype = 'p'
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not in ('migrations', '${MARKER}')
    order by relname, attnum`)
  const tables = Map.groupBy(columns, ({ table }) => table)
  const references = await side.rows<{ table: string; needs: string }>(`
    select conrelid::regclass::text as table, confrelid::regclass::text as needs from pg_constraint
    where contype = 'f' and conrelid <> confrelid`)
  const sorted: string[] = []
  const add = (name: string) => {
    if (sorted.includes(name)) return
    for (const { table, needs } of references) if (table === name) add(needs)
    sorted.push(name)
  }
  for (const name of tables.keys()) add(name)
  return sorted.map((name) => {
    const own = (tables.get(name) ?? []).map((row) => ({ ...row, isIdentity: row.is_identity }))
    const key = own
      .filter((column) => column.key_position > 0)
      .sort((one, other) => one.key_position - other.key_position)
    return { name, columns: own, key }
  })
}

/** The table that marks an unfinished copy and says which database it is a copy of. */
export const MARKER = 'unfinished_move'

type Keyed = { key: (string | null)[]; hash: string }

/** All rows of a table in batches, by its key, as this database sorts it; `read` is the columns to fetch. */
async function* batches<Row extends Record<string, unknown>>(
  side: Side,
  { name, key }: Table,
  read: string,
): AsyncGenerator<Row[]> {
  let after: unknown[] = []
  for (;;) {
    const beyond =
      after.length > 0 ? `where (${list(key)}) > (${list(key, (one) => `$${key.indexOf(one) + 1}::${one.type}`)})` : ''
    const rows = await side.rows<Row & { key: string[] }>(
      `select ${read}, array[${list(key, (one) => `${quoted(one.name)}::text`)}] as key
       from ${quoted(name)} ${beyond} order by ${list(key, (one) => `${quoted(name)}.${quoted(one.name)}`)} limit ${AT_ONCE}`,
      after,
    )
    if (rows.length > 0) yield rows
    if (rows.length < AT_ONCE) return
    after = (rows.at(-1) as { key: string[] }).key
  }
}

const hashOf = (table: Table) => `md5(${quoted(table.name)}::text) as hash`

/** Those of the rows with these keys that this database has. */
function lookUp(side: Side, table: Table, keys: readonly Keyed[]): Promise<Keyed[]> {
  const given = table.key.map((one, index) => `$${index + 1}::text[]::${one.type}[]`).join(', ')
  const names = list(table.key, ({ name }) => quoted(`key_${name}`))
  const same = table.key
    .map(({ name }) => `${quoted(table.name)}.${quoted(name)} = ${quoted(`key_${name}`)}`)
    .join(' and ')
  return side.rows(
    `select ${hashOf(table)}, array[${list(table.key, ({ name }) => `${quoted(name)}::text`)}] as key
     from unnest(${given}) as given (${names}) join ${quoted(table.name)} on ${same}`,
    table.key.map((_, index) => keys.map(({ key }) => key[index])),
  )
}

/** The rows of `wanted` that `present` does not hold alike. */
function differing(wanted: readonly Keyed[], present: readonly Keyed[]): Keyed[] {
  const hashes = new Map(present.map(({ key, hash }) => [JSON.stringify(key), hash]))
  return wanted.filter(({ key, hash }) => hashes.get(JSON.stringify(key)) !== hash)
}

/**
 * Deletes from the target what the source does not hold alike: what changed since a copy that was broken off, and what
 * a migration put there.
 */
export async function deleteStale(source: Side, target: Side, table: Table): Promise<void> {
  for await (const rows of batches<Keyed>(target, table, hashOf(table))) {
    const stale = differing(rows, await lookUp(source, table, rows))
    if (stale.length === 0) continue
    const given = table.key.map((one, index) => `$${index + 1}::text[]::${one.type}[]`).join(', ')
    await target.rows(
      `delete from ${quoted(table.name)} where (${list(table.key)}) in (select * from unnest(${given}))`,
      table.key.map((_, index) => stale.map(({ key }) => key[index])),
    )
  }
}

/** Adds the rows that the target does not have yet, a batch at a time. */
export async function copyRows(
  source: Side,
  target: Side,
  table: Table,
  onProgress: (rows: number) => void = () => undefined,
): Promise<void> {
  const { columns } = table
  const values = columns.map((_, index) => `$${index + 1}::text[]`).join(', ')
  const insert = `insert into ${quoted(table.name)} (${list(columns)})
    ${columns.some(({ isIdentity }) => isIdentity) ? 'overriding system value' : ''}
    select ${list(columns, ({ name, type }) => `${quoted(name)}::${type}`)}
    from unnest(${values}) as given (${list(columns)}) on conflict do nothing`
  let done = 0
  const isEmpty = (await target.rows(`select from ${quoted(table.name)} limit 1`)).length === 0
  for await (const rows of batches<Record<string, string | null>>(source, table, asText(columns))) {
    const keyed = rows as unknown as Keyed[]
    const isThere = !isEmpty && (await lookUp(target, table, keyed)).length === rows.length
    if (!isThere)
      await target.rows(
        insert,
        columns.map(({ name }) => rows.map((row) => row[name])),
      )
    done += rows.length
    onProgress(done)
  }
}

/** Ids that the source has given are not given again. */
export async function copySequences(source: Side, target: Side, table: Table): Promise<void> {
  for (const { name } of table.columns.filter(({ isIdentity }) => isIdentity)) {
    const find = `select pg_get_serial_sequence('${quoted(table.name)}', '${name}') as sequence`
    const [from, to] = [await source.rows<{ sequence: string }>(find), await target.rows<{ sequence: string }>(find)]
    const [state] = await source.rows<{ last: string; is_called: boolean }>(
      `select last_value::text as last, is_called from ${from[0]?.sequence}`,
    )
    await target.rows('select setval($1::regclass, $2::bigint, $3::boolean)', [
      to[0]?.sequence,
      state?.last,
      state?.is_called,
    ])
  }
}

/**
 * Compares every row of both databases.
 * @returns the number of rows
 * @throws Error when one is missing, different or additional
 */
export async function compareRows(source: Side, target: Side, table: Table): Promise<number> {
  let rows = 0
  for await (const batch of batches<Keyed>(source, table, hashOf(table))) {
    const [different] = differing(batch, await lookUp(target, table, batch))
    if (different)
      throw new Error(`Table ${table.name}: the row ${different.key.join(', ')} is not the same in both databases.`)
    rows += batch.length
  }
  const [counted] = await target.rows<{ rows: number }>(`select count(*)::integer as rows from ${quoted(table.name)}`)
  if (counted?.rows !== rows) throw new Error(`Table ${table.name}: ${counted?.rows} rows instead of ${rows}.`)
  return rows
}
