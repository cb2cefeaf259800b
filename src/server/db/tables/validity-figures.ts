import { sql } from 'kysely'
import type { ValidityFigures } from '#contract/validity.ts'
import type { Database } from '../schema.ts'

/**
 * Whether it is for the caller to compute the figures: nobody has begun within a day. One process in all is told so; if
 * it dies, the next day brings another.
 */
export async function claimFigures(db: Database): Promise<boolean> {
  const { rows } = await sql`
    insert into validity_figures (begun_at) values (now())
    on conflict (id) do update set begun_at = now()
      where validity_figures.begun_at < now() - interval '1 day'
    returning id`.execute(db)
  return rows.length > 0
}

export async function storeFigures(db: Database, figures: ValidityFigures): Promise<void> {
  await db
    .updateTable('validity_figures')
    .set({ figures: JSON.stringify(figures) })
    .execute()
}

/** The last figures; null before the first. */
export async function findFigures(db: Database): Promise<ValidityFigures | null> {
  const row = await db.selectFrom('validity_figures').select('figures').executeTakeFirst()
  return row?.figures ?? null
}
