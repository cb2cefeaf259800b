import type { Database } from './schema.ts'

/** Takes a token in one statement. @returns false when it has served before, on any process */
export async function takeAppToken(db: Database, idHash: string): Promise<boolean> {
  const taken = await db
    .insertInto('app_tokens')
    .values({ id_sha256: idHash })
    .onConflict((conflict) => conflict.column('id_sha256').doNothing())
    .returning('id_sha256')
    .executeTakeFirst()
  return taken !== undefined
}
