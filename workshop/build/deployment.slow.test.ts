import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Redis } from 'ioredis'
import { expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { freePort } from '#harness/free-port.ts'
import { importExample } from '#harness/import-example.ts'
import { administer, createDatabase, findPostgres, startPostgres } from '#harness/postgres.ts'
import { findRedis } from '#harness/redis.ts'
import { startServer } from '#harness/server-process.ts'
import { assembleImage } from './image.ts'

const read = (file: string) => readFileSync(file, 'utf8')

it('the product runs as a role that owns only one schema', async () => {
  const postgres = await startPostgres()
  const admin = await createDatabase(postgres.url, 'app')
  const { username, searchParams } = new URL(admin)
  // The test server's superuser is named quiz.
  const script = read('deploy/postgres/role.sh').replace(/\bquiz\b/g, 'product')
  execFileSync('sh', ['-c', script], {
    env: {
      PATH: `${findPostgres()}:${process.env.PATH}`,
      PGHOST: searchParams.get('host') as string,
      POSTGRES_USER: username,
      POSTGRES_DB: 'app',
      QUIZ_PASSWORD: "it's a secret",
    },
  })
  const own = admin.replace(`//${username}@`, '//product@')
  const server = await startServer({ mode: 'serve', env: { DATABASE_URL: own } })
  const tables = await administer(admin, `select distinct schemaname from pg_tables where tableowner = 'product'`)
  await server.stop()
  expect(tables).toEqual([{ schemaname: 'product' }])
  for (const statement of [
    'create table public.mine (id int)',
    'create database another',
    'create role another',
    'create schema another',
    `copy product.users to program 'cat'`,
  ])
    await expect(administer(own, statement)).rejects.toThrow(/permission denied|must be superuser/)
  await postgres.stop()
}, 120_000)

it('Valkey requires the password when started as in compose.yaml', async () => {
  const { command } = parse(read('compose.yaml')).services.valkey
  const port = await freePort()
  const program = findRedis() as string
  const line = (command.at(-1) as string)
    .replaceAll('$$', '$')
    .replace('valkey-server -', `${join(dirname(program), program.split('/').at(-1) as string)} - --port ${port}`)
  const server = spawn('sh', ['-c', line], { env: { ...process.env, REDISCLI_AUTH: 'pass"word' }, stdio: 'ignore' })
  const open = (password?: string) => {
    const client = new Redis(port, '127.0.0.1', { ...(password ? { password } : {}), retryStrategy: () => 50 })
    return client.on('error', () => undefined)
  }
  const [known, stranger] = [open('pass"word'), open()]
  expect(await known.ping()).toBe('PONG')
  expect(await known.config('GET', 'maxmemory')).toEqual(['maxmemory', String(64 * 1024 * 1024)])
  await expect(stranger.set('key', 'value')).rejects.toThrow(/NOAUTH/)
  // A signal would end the shell but not the server.
  const ended = once(server, 'exit')
  known.shutdown('NOSAVE').catch(() => undefined)
  await ended
  for (const client of [known, stranger]) client.disconnect()
}, 60_000)

it('the image imports and serves without the workshop', async () => {
  const image = mkdtempSync(join(tmpdir(), 'language-quiz-image-'))
  const postgres = await startPostgres()
  onTestFinished(async () => {
    await postgres.stop()
    rmSync(image, { recursive: true })
  })
  const url = await createDatabase(postgres.url, 'image')
  assembleImage(image)
  expect(readdirSync(image)).not.toContain('workshop')
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`
  const env = { PATH, PUBLIC_URL: 'http://localhost', DATABASE_URL: url }
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: image, encoding: 'utf8', env })
  const { teacher } = importExample()
  const file = join(image, 'import.json')
  writeFileSync(file, JSON.stringify({ teachers: [teacher] }))

  expect(run('npm', 'run', 'import', '--', file)).toContain('Teachers: 1 added, 0 updated')
  const server = await startServer({ mode: 'serve', release: image, env: { DATABASE_URL: url } })
  expect(await (await fetch(`${server.origin}/languageassessment/quiz`)).text()).toContain('I want to test my...')
  await server.stop()
  expect(await administer(url, 'select nickname from users')).toEqual([{ nickname: teacher.nickname }])
})
