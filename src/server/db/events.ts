import { v7 as newId } from 'uuid'
import type { Database } from './schema.ts'

export type NewEvent = {
  name: string
  occurredAt: Date | string
  properties: Record<string, unknown>
  interfaceLanguage?: string
}

/** Each event has its id before it is sent, so that sending it again stores it once. */
export async function insertEvents(db: Database, visitor: string | null, events: readonly NewEvent[]): Promise<void> {
  await db
    .insertInto('events')
    .values(
      events.map(({ name, occurredAt, properties, interfaceLanguage }) => ({
        id: newId(),
        name,
        occurred_at: occurredAt,
        visitor,
        properties: JSON.stringify(properties),
        interface_language: interfaceLanguage ?? null,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
