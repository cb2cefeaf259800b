import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Attempt } from '#contract/attempts.ts'
import { takeQuiz } from '#harness/api-client.ts'
import { freePort } from '#harness/free-port.ts'
import { administer, createDatabase, findPgBouncer, startPostgres } from '#harness/postgres.ts'
import { startServer } from '#harness/server-process.ts'
import { unprivileged } from '#harness/unprivileged.ts'

const PGBOUNCER = findPgBouncer() ?? ''
/** Concurrently, over three connections. */
const QUIZZES = 8

/**
 * A pooler in transaction mode with three connections to the server: two statements from a client rarely run on the same
 * one.
 */
async function startPgBouncer(databaseUrl: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'language-quiz-'))
  const user = unprivileged()
  if (user) chownSync(folder, user.uid, user.gid)
  const port = await freePort()
  const { pathname, searchParams, username } = new URL(databaseUrl)
  const file = join(folder, 'pgbouncer.ini')
  // As in docs/scaling.md.
  writeFileSync(
    file,
    `[databases]
${pathname.slice(1)} = host=${searchParams.get('host')} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout
`,
  )
  const pooler = spawn(PGBOUNCER, [file], { ...user, stdio: 'ignore' })
  const url = `postgresql://${username}@127.0.0.1:${port}${pathname}`
  const isUp = () =>
    administer(url, 'select 1').then(
      () => true,
      () => false,
    )
  while (pooler.exitCode === null && !(await isUp())) await new Promise((resolve) => setTimeout(resolve, 50))
  return {
    url,
    stop: async () => {
      pooler.kill('SIGINT')
      if (pooler.exitCode === null) await once(pooler, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}

/** The statuses of all replies to simultaneous quizzes. */
async function statusesOf(origin: string): Promise<Set<number>> {
  const statuses = new Set<number>()
  const quiz = async () => {
    let cookie = ''
    const send = async (method: string, path: string, body: unknown) => {
      const headers = { 'content-type': 'application/json', cookie }
      const response = await fetch(`${origin}${path}`, { method, headers, body: JSON.stringify(body) })
      statuses.add(response.status)
      cookie ||= response.headers.get('set-cookie')?.split(';')[0] ?? ''
      return ((await response.json()) as { data?: Attempt }).data
    }
    await takeQuiz(send, 'english', () => [])
  }
  await Promise.all(Array.from({ length: QUIZZES }, quiz))
  return statuses
}

it('quizzes work behind PgBouncer in transaction mode with DATABASE_PREPARE=0', async () => {
  const postgres = await startPostgres()
  const pooler = await startPgBouncer(await createDatabase(postgres.url, 'pooled'))
  const server = await startServer({ mode: 'serve', env: { DATABASE_URL: pooler.url, DATABASE_PREPARE: '0' } })
  expect([...(await statusesOf(server.origin))].sort()).toEqual([200, 201])
  await server.stop()
  await pooler.stop()
  await postgres.stop()
})
