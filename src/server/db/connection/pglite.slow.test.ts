import { spawnSync } from 'node:child_process'
import fs, {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { preparedFolder } from '#harness/database-template.ts'
import { insertEvents } from '../tables/events.ts'
import { openPglite } from './pglite.ts'

let folder: string
/** Making a database anew takes longer than all that is tested here. */
const prepare = async (data: string) => cpSync(await preparedFolder(), join(data, 'postgres'), { recursive: true })
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'language-quiz-'))
  await prepare(join(folder, 'data'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const COMMITS = 20

const countEvents = async ({ db }: Awaited<ReturnType<typeof openPglite>>) =>
  (await db.selectFrom('events').select('id').execute()).length

/** The worst outcome of a power loss: the folder as it was, plus only those later writes that were synced. */
async function losePower(data: string, work: () => Promise<void>): Promise<string> {
  const left = join(folder, 'left')
  cpSync(data, left, { recursive: true })
  const { fsyncSync } = fs
  const spy = vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
    fsyncSync(descriptor)
    const path = readlinkSync(`/proc/self/fd/${descriptor}`)
    if (fs.statSync(path).isFile()) writeFileSync(join(left, relative(data, path)), readFileSync(path))
  })
  await work()
  spy.mockRestore()
  return left
}

describe('PGlite', () => {
  it('reports durable commits, and syncs each before it is acknowledged', async () => {
    const opened = await openPglite(join(folder, 'data'))
    expect(opened.storage).toEqual({ engine: 'pglite', durability: 'synced' })
    const spy = vi.spyOn(fs, 'fsyncSync')
    for (let commit = 1; commit <= COMMITS; commit++) {
      await insertEvents(opened.db, { visitor: null, userId: null }, [
        { name: 'synced', occurredAt: new Date(), properties: {} },
      ])
      expect(spy.mock.calls.length).toBeGreaterThanOrEqual(commit)
    }
    spy.mockRestore()
    await opened.db.deleteFrom('events').execute()
    await opened.close()
  })

  it('says what of the log could not be read after a crash, and nothing when all could', async () => {
    const data = join(folder, 'data')
    const [whole, damaged] = [join(folder, 'whole'), join(folder, 'damaged')]
    const opened = await openPglite(data)
    for (let commit = 1; commit <= COMMITS; commit++)
      await insertEvents(opened.db, { visitor: null, userId: null }, [
        { name: 'logged', occurredAt: new Date(), properties: {} },
      ])
    // What a kill leaves.
    for (const crashed of [whole, damaged]) cpSync(data, crashed, { recursive: true })
    await opened.db.deleteFrom('events').execute()
    await opened.close()

    const log = join(damaged, 'postgres', 'pg_wal')
    const [newest = ''] = readdirSync(log)
      .filter((name) => name.length === 24)
      .sort((one, other) => statSync(join(log, other)).mtimeMs - statSync(join(log, one)).mtimeMs)
    const segment = readFileSync(join(log, newest))
    const at = segment.lastIndexOf('logged')
    segment[at] = (segment[at] ?? 0) ^ 1
    writeFileSync(join(log, newest), segment)

    const [replayed, cut] = [await openPglite(whole), await openPglite(damaged)]
    expect(replayed.loss).toBeUndefined()
    expect(await countEvents(replayed)).toBe(COMMITS)
    expect(cut.loss).toMatch(/^The database’s log is damaged: its last \d+ bytes could not be read/)
    expect(await countEvents(cut)).toBeLessThan(COMMITS)
    await Promise.all([replayed.close(), cut.close()])
  })

  it('has every acknowledged commit after a power loss', async () => {
    let opened: Awaited<ReturnType<typeof openPglite>> | undefined
    const data = join(folder, 'data')
    const left = await losePower(data, async () => {
      opened = await openPglite(data)
      for (let commit = 1; commit <= COMMITS; commit++)
        await insertEvents(opened.db, { visitor: null, userId: null }, [
          { name: 'kept', occurredAt: new Date(), properties: {} },
        ])
    })
    await opened?.close()
    const again = await openPglite(left)
    expect(await countEvents(again)).toBe(COMMITS)
    await again.close()
  })

  it('ends the process when the log cannot be written, and has every acknowledged commit afterwards', async () => {
    const data = join(folder, 'panicked')
    await prepare(data)
    const log = join(data, 'postgres', 'pg_wal')
    const script = `
      const { openPglite } = await import(${JSON.stringify(new URL('pglite.ts', import.meta.url).href)})
      const { insertEvents } = await import(${JSON.stringify(new URL('../tables/events.ts', import.meta.url).href)})
      const { sql } = await import('kysely')
      const { renameSync } = await import('node:fs')
      const { db } = await openPglite(${JSON.stringify(data)})
      const write = () => insertEvents(db, { visitor: null, userId: null }, [{ name: 'kept', occurredAt: new Date(), properties: {} }])
      await write()
      renameSync(${JSON.stringify(log)}, ${JSON.stringify(`${log}.away`)})
      await sql\`select pg_switch_wal()\`.execute(db)
      await write().catch(() => undefined)
      console.log('alive')`
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    })
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toContain('PGlite has failed: ')
    rmSync(log, { recursive: true, force: true })
    renameSync(`${log}.away`, log)
    const again = await openPglite(data)
    expect(await countEvents(again)).toBe(1)
    await again.close()
  })

  it('reports when commits no longer reach the disk', async () => {
    // As if PGlite changed inside and bypassed SyncedFiles.
    const { SyncedFiles } = await import('./pglite-files.ts')
    const spy = vi.spyOn(SyncedFiles.prototype, 'init').mockImplementation(function (this: never, ...given) {
      return Object.getPrototypeOf(SyncedFiles.prototype).init.apply(this, given)
    })
    const opened = await openPglite(join(folder, 'data'))
    spy.mockRestore()
    expect(opened.storage.durability).toBe('unsynced')
    await opened.close()
  })
})
