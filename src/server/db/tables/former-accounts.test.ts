import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase } from '#harness/test-database.ts'
import { pseudonymsWith } from '#server/names/pseudonym.ts'
import type { Database, OpenDatabase } from '../schema.ts'
import { userOfIdentity, userOfTarget } from './identities.ts'
import { deleteUser, findUser } from './users.ts'

const USER = { nickname: 'Kate', avatar_file_name: 'seed-1' }
const PSEUDONYM = pseudonymsWith('a key that the database does not have')
const MAILBOX = { channel: 'email', target: 'kate@example.test' } as const
const NUMBER = { channel: 'phone', target: '+4915112345678' } as const
const IDENTITY = { provider: 'google', issuer: 'https://accounts.example', subject: 'subject-of-kate' }
const withoutEmail = { ...IDENTITY, email: undefined, verifiedEmail: undefined }

let opened: OpenDatabase
let db: Database
beforeAll(async () => {
  opened = await openTestDatabase()
  db = opened.db
})
afterAll(() => opened.close())

const remove = (userId: number) =>
  deleteUser(db, { userId, visitor: undefined }, { tellSink: false, pseudonym: PSEUDONYM })

const countedAs = async (userId: number) => (await findUser(db, userId))?.counted_as

/** An account with a mailbox, a number and an identity, and an address that it never proved. */
async function newKate(): Promise<number> {
  const id = await userOfTarget(db, MAILBOX, USER, PSEUDONYM)
  await db.insertInto('phones').values({ e164: NUMBER.target, user_id: id }).execute()
  await db
    .insertInto('identities')
    .values({ ...IDENTITY, user_id: id })
    .execute()
  await db.insertInto('emails').values({ email: 'somebody@example.test', user_id: id }).execute()
  return id
}

it('an account keeps its name in the counts by each of its proofs, for a day', async () => {
  const kate = await newKate()
  const name = await countedAs(kate)
  await remove(kate)
  const ids = [
    await userOfTarget(db, MAILBOX, USER, PSEUDONYM),
    await userOfTarget(db, NUMBER, USER, PSEUDONYM),
    (await userOfIdentity(db, withoutEmail, USER, PSEUDONYM)).userId,
  ]
  expect(await Promise.all(ids.map(countedAs))).toEqual([name, name, name])
  const unproved = await userOfTarget(db, { channel: 'email', target: 'somebody@example.test' }, USER, PSEUDONYM)
  expect(await countedAs(unproved)).not.toBe(name)
  for (const id of ids) await remove(id)
  await sql`update former_accounts set deleted_at = deleted_at - interval '23 hours'`.execute(db)
  const again = await userOfTarget(db, MAILBOX, USER, PSEUDONYM)
  expect(await countedAs(again)).toBe(name)
  await db.deleteFrom('users').where('id', '=', again).execute()
  await sql`update former_accounts set deleted_at = deleted_at - interval '1 hour'`.execute(db)
  expect(await countedAs(await userOfTarget(db, MAILBOX, USER, PSEUDONYM))).not.toBe(name)
})

it('what is left says nothing else of the person', async () => {
  const id = (await userOfIdentity(db, withoutEmail, USER, PSEUDONYM)).userId
  await remove(id)
  const left = JSON.stringify(await db.selectFrom('former_accounts').selectAll().execute())
  expect(left).not.toMatch(/kate|15112345678|example/i)
})
