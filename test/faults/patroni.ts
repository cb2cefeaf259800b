import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endWithParent } from '#harness/end-with-parent.ts'
import { freePort } from '#harness/free-port.ts'
import { ensureInstalled } from '#harness/install.ts'
import { administer, findPostgres } from '#harness/postgres.ts'
import { unprivileged } from '#harness/unprivileged.ts'

const PASSWORD = 'a-password-of-the-trial'
const MAX_MS = 120_000

/** One Postgres and the Patroni that manages it. */
export type Node = {
  name: string
  restPort: number
  port: number
  dataDir: string
  start: () => void
  patroni: ChildProcess
}

export type Cluster = {
  /** Through PgBouncer and HAProxy, to the current primary. */
  url: string
  /** Through HAProxy alone, without timeouts. */
  direct: string
  nodes: readonly Node[]
  stop: () => Promise<void>
}

type Member = { name: string; role: string; state: string }

/** Replaces each of these strings, which must all occur. */
function fillIn(file: string, values: readonly [from: RegExp, to: string][]): string {
  return values.reduce(
    (text, [from, to]) => {
      if (text.search(from) < 0) throw new Error(`${file} has no ${from}.`)
      return text.replace(from, to)
    },
    readFileSync(file, 'utf8'),
  )
}

/**
 * Waits until this holds.
 * @throws Error with the name of the missing condition
 */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + MAX_MS; !(await holds().catch(() => false)); await sleep(50))
    if (performance.now() > end) throw new Error(`${what}: not within ${MAX_MS / 1000} s`)
}

const at = (port: number) => `127.0.0.1:${port}`

/** Whether Patroni reports that its Postgres is the primary. */
export const isPrimary = ({ restPort }: Node): Promise<boolean> =>
  fetch(`http://${at(restPort)}/primary`, { signal: AbortSignal.timeout(1000) }).then(
    ({ status }) => status === 200,
    () => false,
  )

/** Whether one server accepts writes, and the other gets each commit before it's acknowledged. */
export async function isWhole({ nodes }: Cluster): Promise<boolean> {
  const replies = await Promise.all(nodes.map(({ restPort }) => fetch(`http://${at(restPort)}/cluster`)))
  const views = (await Promise.all(replies.map((reply) => reply.json()))) as { members: Member[] }[]
  return views.every(
    ({ members }) =>
      members.every(({ state }) => state === 'running' || state === 'streaming') &&
      members
        .map(({ role }) => role)
        .sort()
        .join() === 'leader,sync_standby',
  )
}

/** All processes of a Postgres server. */
function processesOf({ dataDir }: Node): number[] {
  const server = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(server)], { encoding: 'utf8' })
  return [server, ...children.trim().split(/\s+/).map(Number)]
}

/**
 * Two Postgres servers under Patroni, etcd, HAProxy and PgBouncer on local ports, with the files of deploy/patroni.
 * etcd is one process here: three on one machine would only share its disk.
 */
export async function startCluster(): Promise<Cluster> {
  const [patroni = '', etcd = '', haproxy = '', pgbouncer = ''] = await ensureInstalled(
    'Patroni',
    'etcd',
    'HAProxy',
    'PgBouncer',
  )
  const user = unprivileged()
  const folder = mkdtempSync(join(tmpdir(), 'language-quiz-patroni-'))
  const own = (file: string) => user && chownSync(file, user.uid, user.gid)
  own(folder)
  const write = (name: string, text: string): string => {
    const file = join(folder, name)
    writeFileSync(file, text)
    chmodSync(file, 0o600)
    own(file)
    return file
  }
  const run = (program: string, words: string[]): ChildProcess => {
    const child = spawn(program, words, { ...user, cwd: folder, stdio: 'ignore' })
    // Without its folder, Postgres exits by itself.
    endWithParent(child, 'KILL', program === etcd ? folder : undefined)
    return child
  }

  const [etcdPort, peerPort, proxyPort, poolerPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const addresses = ['--listen-client-urls', '--advertise-client-urls'].flatMap((name) => [
    name,
    `http://${at(etcdPort)}`,
  ])
  const peers = ['--listen-peer-urls', '--initial-advertise-peer-urls'].flatMap((name) => [
    name,
    `http://${at(peerPort)}`,
  ])
  const lone = ['--name', 'etcd1', '--initial-cluster', `etcd1=http://${at(peerPort)}`]
  const helpers = [run(etcd, ['--data-dir', join(folder, 'etcd'), ...addresses, ...peers, ...lone])]

  const startNode = async (name: string): Promise<Node> => {
    const [port, restPort] = [await freePort(), await freePort()]
    const dataDir = join(folder, name)
    const text = fillIn('deploy/patroni/patroni.yml', [
      [/change-me/g, PASSWORD],
      [/name: pg1/, `name: ${name}`],
      [/(?<=etcd3:\n {2}hosts: ).*/, at(etcdPort)],
      [/10\.0\.0\.11:8008/g, at(restPort)],
      [/10\.0\.0\.11:5432/g, at(port)],
      [/10\.0\.0\.0\/24/g, '127.0.0.1/32'],
      [/(?<=data_dir: ).*/, dataDir],
      [/(?<=bin_dir: ).*/, findPostgres() ?? ''],
      [/(?<=pgpass: ).*/, `${dataDir}.pgpass`],
      [/(?<=unix_socket_directories: ).*/, folder],
    ])
    const file = write(`${name}.yml`, text)
    const node: Node = {
      name,
      port,
      restPort,
      dataDir,
      start: () => (node.patroni = run(patroni, [file])),
      patroni: run(patroni, [file]),
    }
    return node
  }
  const first = await startNode('pg1')
  await until('a primary', () => isPrimary(first))
  const nodes = [first, await startNode('pg2')]
  const [one, two] = nodes as [Node, Node]

  const admin = `postgresql://postgres:${PASSWORD}@${at(one.port)}/postgres`
  await administer(admin, 'create database quiz')
  execFileSync('sh', ['deploy/postgres/role.sh'], {
    env: {
      PATH: `${findPostgres()}:${process.env.PATH}`,
      PGHOST: '127.0.0.1',
      PGPORT: String(one.port),
      PGPASSWORD: PASSWORD,
      POSTGRES_USER: 'postgres',
      POSTGRES_DB: 'quiz',
      QUIZ_PASSWORD: PASSWORD,
    },
    stdio: 'pipe',
  })
  for (const limit of [
    `statement_timeout = '5s'`,
    `lock_timeout = '2s'`,
    `idle_in_transaction_session_timeout = '10s'`,
  ])
    await administer(admin, `alter role quiz set ${limit}`)

  const users = write('userlist.txt', `"quiz" "${PASSWORD}"\n`)
  const proxy = fillIn('deploy/patroni/haproxy.cfg', [
    [/127\.0\.0\.1:5000/, at(proxyPort)],
    [/10\.0\.0\.11:5432 check port 8008/, `${at(one.port)} check port ${one.restPort}`],
    [/10\.0\.0\.12:5432 check port 8008/, `${at(two.port)} check port ${two.restPort}`],
  ])
  const pooler = fillIn('deploy/patroni/pgbouncer.ini', [
    [/(?<=port=)5000/, String(proxyPort)],
    [/(?<=listen_port = )6432/, String(poolerPort)],
    [/(?<=auth_file = ).*/, users],
  ])
  helpers.push(
    run(haproxy, ['-db', '-f', write('haproxy.cfg', proxy)]),
    run(pgbouncer, [write('pgbouncer.ini', pooler)]),
  )

  const url = `postgresql://quiz:${PASSWORD}@${at(poolerPort)}/quiz`
  const cluster: Cluster = {
    url,
    direct: `postgresql://quiz:${PASSWORD}@${at(proxyPort)}/quiz?options=${encodeURIComponent('-c statement_timeout=0')}`,
    nodes,
    stop: async () => {
      for (const node of nodes) await kill(node, { withPatroni: true })
      for (const helper of helpers) await endProcess(helper)
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await until('a synchronous copy', () => isWhole(cluster))
  await until('a connection through PgBouncer', () => administer(url, 'select 1').then(() => true))
  return cluster
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Sends SIGKILL to all processes of a Postgres; with its Patroni, that's like a dead machine. */
export async function kill(node: Node, { withPatroni }: { withPatroni: boolean }): Promise<void> {
  if (withPatroni) node.patroni.kill('SIGKILL')
  for (const id of processesOf(node))
    try {
      process.kill(id, 'SIGKILL')
    } catch {
      // It exited with its server.
    }
  if (withPatroni) await endProcess(node.patroni)
}
