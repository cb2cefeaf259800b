import type { FastifyRequest } from 'fastify'
import type { Database } from '../db/schema.ts'
import { findSignedIn } from './session.ts'
import { findVisitor } from './visitor.ts'

/** Whose assessments a request may see: the account's once claimed, the visitor's while nobody's (docs/decisions/008). */
export type Owner = { visitor: string | undefined; userId: number | undefined }

export async function findOwner(db: Database, request: FastifyRequest): Promise<Owner> {
  return { visitor: findVisitor(request), userId: (await findSignedIn(db, request))?.id }
}
