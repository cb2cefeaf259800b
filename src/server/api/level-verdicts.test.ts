import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountData } from '#contract/account.ts'
import type { LevelVerdict } from '#contract/results.ts'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { newDataDir } from '#harness/server-process.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { openDatabase } from '../db/connection/open.ts'
import { findVerdicts } from '../db/tables/level-verdicts.ts'
import { insertUser } from '../db/tables/users.ts'

const TOKEN = 'a'.repeat(32)

let world: TestApp
let server: ApiClient
beforeAll(async () => {
  world = await startTestApp({ RESULTS_API_TOKEN: TOKEN })
  server = new ApiClient(world.app)
})
afterAll(() => world.close())

const put = (id: number | string, language: string, body: unknown, token = TOKEN) =>
  server.send<{ data: LevelVerdict }>('PUT', urls.levelVerdict(String(id), language), body, {
    authorization: `Bearer ${token}`,
  })

describe("a teacher's verdict", () => {
  it('is kept once a language: the newest, whichever is sent last', async () => {
    const { user } = await newAccount(world)
    const verdict = { level: 'B1', date: '2026-03-02' } as const
    expect((await put(user.id, 'german', verdict)).body.data).toEqual(verdict)
    expect((await put(user.id, 'german', { level: 'A2', date: '2026-03-01' })).body.data).toEqual(verdict)
    const corrected = { level: 'B2', date: '2026-03-02' } as const
    expect((await put(user.id, 'german', corrected)).body.data).toEqual(corrected)
    expect((await put(user.id, 'french', verdict)).status).toBe(200)
    expect(await findVerdicts(world.db, user.id)).toEqual([
      { language: 'french', ...verdict },
      { language: 'german', ...corrected },
    ])
  })

  it("is in the account's download, and gone with the account", async () => {
    const { client, user } = await newAccount(world)
    await put(user.id, 'german', { level: 'B1', date: '2026-03-02' })
    const { data }: { data: AccountData } = (await client.page(`${urls.accountData}?download=1`)).json()
    expect(data.level_verdicts).toEqual([{ language: 'german', level: 'B1', date: '2026-03-02' }])
    expect((await client.send('DELETE', urls.accountData)).status).toBe(204)
    expect(await findVerdicts(world.db, user.id)).toEqual([])
  })

  it.each([
    ['in the future', { level: 'B1', date: '9999-01-01' }],
    ['on a day that does not exist', { level: 'B1', date: '2026-02-30' }],
    ['with a time', { level: 'B1', date: '2026-02-03T00:00Z' }],
    ['of an unknown level', { level: 'B3', date: '2026-03-02' }],
    ['without a day', { level: 'B1' }],
    ['with more', { level: 'B1', date: '2026-03-02', teacher: 'Ms. Li' }],
  ])('%s is refused', async (_, body) => {
    const { user } = await newAccount(world)
    expect((await put(user.id, 'german', body)).status).toBe(400)
    expect(await findVerdicts(world.db, user.id)).toEqual([])
  })

  it('on somebody unknown, in an unknown language, or with a wrong token is refused', async () => {
    const { user } = await newAccount(world)
    const verdict = { level: 'B1', date: '2026-03-02' }
    expect((await put('999999', 'german', verdict)).status).toBe(404)
    expect((await put(user.id, 'latin', verdict)).status).toBe(400)
    expect((await put(user.id, 'german', verdict, 'b'.repeat(32))).status).toBe(401)
  })
})

describe('npm run import -- levels', () => {
  let folder: string
  beforeAll(async () => {
    folder = await newDataDir()
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  const environment = () => ({ DATA_DIR: folder, ALLOW_PGLITE: '1', PUBLIC_URL: 'http://127.0.0.1:3000' })
  const settings = () => ({ DATA_DIR: folder, DATABASE_URL: '', DATABASE_POOL_SIZE: 1, DATABASE_PREPARE: '1' }) as const

  const run = (text: string) => {
    const file = join(folder, 'levels.csv')
    writeFileSync(file, text)
    return promisify(execFile)(process.execPath, ['src/operators/main.ts', 'import', 'levels', file], {
      env: { ...process.env, ...environment() },
    }).catch((error: { stdout: string; stderr: string }) => error)
  }

  it('stores all rows of a file, or none', async () => {
    const opened = await openDatabase(settings())
    const { id } = await insertUser(opened.db, { nickname: 'Ada', avatar_file_name: 'a' })
    await opened.close()
    const faulty = await run(
      `user_id,language,level,date\n${id},german,B1,2026-11-02\n${id + 1},german,B1,2026-11-02\n`,
    )
    expect(faulty.stderr).toBe(`line 3: nobody with the id ${id + 1} has an account here\nNothing was imported.\n`)
    const good = await run(`user_id,language,level,date\n${id},german,B1,2026-11-02\n`)
    expect(good.stdout).toBe('1 verdicts stored, 0 left out for newer ones that are stored already.\n')
    const older = await run(`user_id,language,level,date\n${id},german,A2,2026-11-01\n${id},french,A2,2026-11-01\n`)
    expect(older.stdout).toBe('1 verdicts stored, 1 left out for newer ones that are stored already.\n')
    const again = await openDatabase(settings())
    expect(await findVerdicts(again.db, id)).toEqual([
      { language: 'french', level: 'A2', date: '2026-11-01' },
      { language: 'german', level: 'B1', date: '2026-11-02' },
    ])
    await again.close()
  })
})
