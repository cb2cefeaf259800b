import { Type } from 'typebox'
import { urls } from './urls.ts'

const Storage = Type.Object({
  engine: Type.Enum(['postgres', 'pglite']),
  durability: Type.Enum(['synced', 'unsynced'], {
    description: 'synced: what is acknowledged is on disk; unsynced: it outlives the process, not the machine',
  }),
})

/** Where the data are, and whether what is acknowledged survives a loss of power. */
export type Storage = Type.Static<typeof Storage>

const Readiness = Type.Object({
  data: Type.Object({ database: Type.Enum(['up', 'down']), ...Storage.properties }),
})

export const getReadiness = {
  method: 'GET',
  url: urls.ready,
  schema: {
    summary: 'Whether this process can serve: 503 while its database does not answer',
    response: { 200: Readiness, 503: Readiness },
  },
} as const
