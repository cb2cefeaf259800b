import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { preparedFolder } from '#harness/database-template.ts'
import { insertEvents } from '../tables/events.ts'
import { openPglite } from './pglite.ts'

let folder: string
let dataDir: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'language-quiz-'))
  dataDir = join(folder, 'data')
  cpSync(await preparedFolder(), join(dataDir, 'postgres'), { recursive: true })
  chmodSync(dataDir, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const MODULE = JSON.stringify(new URL('pglite.ts', import.meta.url).href)

/** Opens the folder in another process. */
const openElsewhere = () =>
  spawnSync(process.execPath, ['-e', `(await import(${MODULE})).openPglite(${JSON.stringify(dataDir)})`], {
    encoding: 'utf8',
  })

it('hides the folder from other users and keeps written data', async () => {
  const opened = await openPglite(dataDir)
  await insertEvents(opened.db, { visitor: null, userId: null }, [
    { name: 'kept', occurredAt: new Date(), properties: {} },
  ])
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  await opened.close()
  const again = await openPglite(dataDir)
  expect(await again.db.selectFrom('events').select('name').execute()).toEqual([{ name: 'kept' }])
  await again.close()
})

it('refuses a second process on the folder, and reports the first', async () => {
  const opened = await openPglite(dataDir)
  const { status, stderr } = openElsewhere()
  expect(stderr).toContain(`Process ${process.pid} is using the database folder ${dataDir}.`)
  expect(status).toBe(1)
  await opened.close()
})

it('opens after a process that left its pid behind', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  writeFileSync(join(dataDir, 'pid'), String(pid))
  await (await openPglite(dataDir)).close()
})

it("names a folder that can't be used, and the setting", async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  await expect(openPglite(join(file, 'data'))).rejects.toThrow(/database folder .*ENOTDIR.*DATA_DIR/s)
})
