import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startServer } from '#harness/server-process.ts'
import { check } from './check.ts'
import { Journal } from './journal.ts'
import { Visitor } from './visitors.ts'

it('PGlite: its folder, copied while the process is stopped, is the whole backup', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'language-quiz-backup-'))
  const server = await startServer({ mode: 'serve' })
  const journal = await Journal.create()
  const [known, leaver] = [1, 2].map(() => new Visitor(server.origin, journal)) as [Visitor, Visitor]
  await known.signIn()
  await known.share((await known.takeTest()) ?? '')
  const left = await leaver.start()
  await leaver.answer(left?.id ?? '', 1, [])
  await server.stop({ keepData: true })
  const copy = join(folder, 'copy')
  cpSync(server.dataDir, copy, { recursive: true })
  rmSync(server.dataDir, { recursive: true, force: true })
  // Reports show their own URL.
  const port = Number(new URL(server.origin).port)
  const restored = await startServer({ mode: 'serve', port, dataDir: copy })
  const { acknowledged, ...bad } = await check(journal, { origin: restored.origin })
  expect(bad).toEqual({ lost: 0, wrong: 0 })
  expect(acknowledged).toBeGreaterThan(10)
  await restored.stop()
  await journal.close()
  rmSync(folder, { recursive: true, force: true })
})
