import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { startServer } from '../running-server.ts'

it('a second process on the same folder says who holds it and exits, and the first goes on', async () => {
  const server = await startServer()
  await expect(startServer({ dataDir: server.dataDir })).rejects.toThrow(`is held by process ${server.process.pid}`)
  expect((await fetch(`${server.origin}${urls.health}`)).status).toBe(200)
  await server.stop()
})

it('a kill -9 while the first start builds the database leaves nothing that blocks the next', async () => {
  for (const delay of [300, 900, 1500]) {
    const dataDir = mkdtempSync(join(tmpdir(), 'language-quiz-'))
    const child = spawn(process.execPath, ['src/server/main.ts'], {
      env: { ...process.env, PORT: '0', DATA_DIR: dataDir, ALLOW_PGLITE: '1' },
      stdio: 'ignore',
    })
    await sleep(delay)
    child.kill('SIGKILL')
    const server = await startServer({ dataDir })
    expect((await fetch(`${server.origin}${urls.quiz}`)).status).toBe(200)
    await server.stop()
  }
})
