import { sql } from 'kysely'
import type { ImportedCardSet } from './import-files.ts'
import { DEMO, type Imported, type ImportOptions, idList, importing } from './imports.ts'
import type { Database } from './schema.ts'

/** Inserts or updates the sets by their keys. @returns the id for each key, and how many sets were there before */
async function putCardSets(db: Database, sets: readonly ImportedCardSet[]) {
  const keys = new Set(sets.map(({ key }) => key))
  const before = await db
    .selectFrom('vocabulary_sets')
    .select('import_key')
    .where('import_key', 'is not', null)
    .execute()
  const rows = await sql<{ card_set_id: number; import_key: string }>`
    insert into vocabulary_sets (title, front_language, back_language, language_level, text_code, copied_count, import_key)
    select title, front_language, back_language, language_level, text_code, copied_count, key
    from jsonb_to_recordset(${JSON.stringify(sets)}::jsonb) as card_set(title text, front_language text,
      back_language text, language_level text, text_code jsonb, copied_count integer, key text)
    on conflict (import_key) do update
    set title = excluded.title, front_language = excluded.front_language, back_language = excluded.back_language,
      language_level = excluded.language_level, text_code = excluded.text_code, copied_count = excluded.copied_count,
      creator_id = null
    returning card_set_id, import_key`.execute(db)
  return {
    ids: new Map(rows.rows.map((row) => [row.import_key, row.card_set_id])),
    changed: before.filter((row) => keys.has(row.import_key ?? '')).length,
  }
}

/**
 * Adds new vocabulary sets of the product itself and updates known ones, all or nothing. Sets that are not listed stay as they are, unless they
 * are to be replaced.
 */
export function importCardSets(
  db: Database,
  sets: readonly ImportedCardSet[],
  { replace = false }: ImportOptions = {},
): Promise<Imported> {
  return importing(db, async (transaction) => {
    const keys = JSON.stringify(sets.map(({ key }) => key))
    const { numAffectedRows = 0n } = await sql`
      delete from vocabulary_sets where ${replace} and import_key not like ${`${DEMO.keys}%`}
        and import_key not in (select jsonb_array_elements_text(${keys}::jsonb))`.execute(transaction)
    const { ids, changed } = await putCardSets(transaction, sets)
    await transaction
      .deleteFrom('vocabulary_cards')
      .where('card_set_id', 'in', idList([...ids.values()]))
      .execute()
    const cards = sets.flatMap(({ key, cards: pairs }) =>
      pairs.map(([front, back], index) => ({ card_set_id: ids.get(key), position: index + 1, front, back })),
    )
    await sql`
      insert into vocabulary_cards (card_set_id, position, front, back)
      select card_set_id, position, front, back
      from jsonb_to_recordset(${JSON.stringify(cards)}::jsonb)
        as card(card_set_id integer, position smallint, front text, back text)`.execute(transaction)
    return { added: sets.length - changed, changed, removed: Number(numAffectedRows) }
  })
}
