import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type PostgresServer, startPostgres } from '#harness/postgres.ts'
import { newAttempt, takeAnswer } from '#quiz/attempt.ts'
import { testPlan } from '#quiz/test-plan.ts'
import { itemVersion, readBanks } from '../../banks/banks.ts'
import { recordAnswer } from '../tables/answers.ts'
import { itemsToStore } from '../tables/attempt-rows.ts'
import { findStoredAttempt } from '../tables/attempts.ts'
import { MIGRATIONS, migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { preparedStatements } from './statement.ts'

/**
 * The last release, 1.0: its migrations and its prepared statements. After a release, rewrite it with
 * `RELEASE=1 npx vitest run src/server/db/connection/upgrade.slow.test.ts`.
 */
type Release = { migrations: string[]; statements: Record<string, string> }
const FIXTURE = new URL('released.json', import.meta.url)

if (process.env.RELEASE) {
  const release: Release = { migrations: readdirSync(MIGRATIONS).sort(), statements: preparedStatements() }
  writeFileSync(FIXTURE, `${JSON.stringify(release, null, 2)}\n`)
}
const released: Release = JSON.parse(readFileSync(FIXTURE, 'utf8'))

const sources = {
  bank: readBanks().english,
  random: Math.random,
  scorerVersion: 'nominal-1',
  versionOf: itemVersion,
  parametersOf: () => null,
}
const plan = testPlan('staircase')
const owner = { visitor: 'visitor', userId: undefined }

/** A process of the last release: one connection with prepared statements that starts tests and takes answers. */
class OldProcess {
  readonly #client: pg.Client
  readonly ids: string[] = []
  isStopped = false

  constructor(url: string) {
    this.#client = new pg.Client(url)
  }

  connect = () => this.#client.connect()
  end = () => this.#client.end()

  #run(name: string, values: unknown[]): Promise<pg.QueryResult<Record<string, unknown>>> {
    return this.#client.query({ name, text: released.statements[name] as string, values })
  }

  /** Starts a test and answers two of its questions. */
  async work(): Promise<void> {
    const id = newId()
    const { round } = newAttempt(plan, [], sources)
    const json = ['[]', itemsToStore(round)]
    await this.#run('insert-assessment', [
      ...[id, owner.visitor, null, '0-english-1', 'english', 'en', plan.rule, false, plan.questions, plan.questions],
      ...json,
    ])
    for (const position of [1, 2]) {
      const answer = ['[[]]', false, 900, id, null, owner.visitor, false, position]
      const { rowCount } = await this.#run('write-answer', answer)
      if (rowCount !== 1) throw new Error(`The answer to question ${position} was not written.`)
    }
    const { rows } = await this.#run('find-attempt', [id, null, owner.visitor, false])
    expect(rows[0]).toMatchObject({ id, answered: 2, choices: [[], []] })
    this.ids.push(id)
  }

  async workUntilStopped(): Promise<void> {
    while (!this.isStopped) await this.work()
  }
}

let postgres: PostgresServer
let folder: string
beforeAll(async () => {
  postgres = await startPostgres()
  folder = mkdtempSync(join(tmpdir(), 'language-quiz-'))
})
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true })
})

/** Runs the migrations of a folder as a process does at startup. */
async function migrateFrom(url: string, from: URL): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  const rows = async (sql: string) => (await client.query(sql)).rows
  await migrate({ execute: (sql) => client.query(sql), rows }, from).finally(() => client.end())
}

/** A folder with the released migrations and further ones. */
function folderWith(name: string, further: Record<string, string> = {}): URL {
  const path = mkdtempSync(join(folder, name))
  for (const file of released.migrations) writeFileSync(join(path, file), readFileSync(new URL(file, MIGRATIONS)))
  for (const [file, sql] of Object.entries(further)) writeFileSync(join(path, file), sql)
  return pathToFileURL(`${path}/`)
}

/**
 * Migrates a database with data while a process of the last release works on it. @returns the process, still working
 */
async function upgrade(url: string, to: URL): Promise<OldProcess> {
  await migrateFrom(url, folderWith('released'))
  const old = new OldProcess(url)
  await old.connect()
  await old.work()
  const working = old.workUntilStopped()
  working.catch(() => undefined)
  try {
    await migrateFrom(url, to)
    await old.work()
  } finally {
    old.isStopped = true
    await working.finally(() => old.end())
  }
  return old
}

describe('a process of the last release', () => {
  it('keeps working while this one migrates, and its tests continue here', async () => {
    const url = await createDatabase(postgres.url, 'upgraded')
    const { ids } = await upgrade(url, MIGRATIONS)
    expect(ids.length).toBeGreaterThanOrEqual(2)
    const { db, close } = await openPostgres(url, 1)
    for (const id of ids.slice(0, 20)) {
      for (let position = 3; position <= plan.questions; position++) {
        const answer = { id, position, choice: [], elapsedMs: 900, withEvent: true, traceparent: null }
        const stored = await findStoredAttempt(db, id, owner)
        if (!stored) throw new Error('There is no such test.')
        const decision = takeAnswer(stored.attempt, answer, sources)
        if (decision.kind !== 'taken') throw new Error(`The answer to question ${position} is ${decision.kind}.`)
        expect(await recordAnswer(db, owner, answer, stored.attempt, decision)).toBe(true)
      }
      const finished = await findStoredAttempt(db, id, owner)
      expect(finished?.attempt).toMatchObject({ answered: plan.questions, result: { level: 'A1' } })
    }
    await close()
  })

  it('tolerates a new column with a default', async () => {
    const url = await createDatabase(postgres.url, 'widened')
    const sql = 'alter table assessments add column device text; create index devices on assessments (device);'
    await upgrade(url, folderWith('widened', { '9999-device.sql': sql }))
  })

  it.each([
    ['a renamed column', 'alter table assessments rename column choices to chosen'],
    [
      'a new required column',
      'alter table assessments add column device text not null default $$x$$; alter table assessments alter column device drop default',
    ],
    ['a changed column type', 'alter table assessments alter column answered type integer'],
  ])('does not tolerate %s, and this test notices', async (_, sql) => {
    const url = await createDatabase(postgres.url, `broken_${newId()}`)
    await expect(upgrade(url, folderWith('broken', { '9999-broken.sql': `${sql};` }))).rejects.toThrow()
  })
})
