import type { FastifyRequest } from 'fastify'
import type { Owner } from '../db/assessments.ts'
import type { Database } from '../db/schema.ts'
import { findSignedIn } from './session.ts'
import { findVisitor } from './visitor.ts'

export async function findOwner(db: Database, request: FastifyRequest): Promise<Owner> {
  return { visitor: findVisitor(request), userId: (await findSignedIn(db, request))?.id }
}
