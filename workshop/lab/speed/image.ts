/**
 * `npm run bench -- image`: builds the image and runs it as `compose.yaml` does: with a read-only root, no
 * capabilities, and its own user. Measures how much it adds to Node's image and how fast it starts, and takes a whole
 * quiz. Needs root.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Attempt } from '#contract/attempts.ts'
import { urls } from '#contract/urls.ts'
import { takeQuiz } from '#harness/api-client.ts'
import { measuredOn, writeFigures } from '#harness/figures.ts'
import { freePort } from '#harness/free-port.ts'
import { ensureInstalled } from '#harness/install.ts'
import { createDatabase, startPostgres } from '#harness/postgres.ts'
import { startServer } from '#harness/server-process.ts'
import { HANG_MS } from '#harness/time-limit.ts'
import { imageFiles } from '../../build/image.ts'
import { buildImage, type Image } from './image-build.ts'
import { median } from './median.ts'

const MAX_SHOWN = 6
const MAX_MB = 110
const STARTS = 5
const MAX_SLOWDOWN = 1.2

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)

function bytesBelow(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

/**
 * Runs in the container's root, in a mount namespace that ends with the process and includes the Postgres socket's
 * folder.
 */
function run(
  { root, config }: Image,
  socketFolder: string,
  env: Record<string, string>,
  words: readonly string[],
): ChildProcess {
  const inside = [...config.Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)]
  const script = `
    mount --bind "$ROOT" "$ROOT"
    mount -o remount,bind,ro "$ROOT"
    mount -t tmpfs tmpfs "$ROOT/tmp"
    mount -t proc proc "$ROOT/proc"
    mount --bind "$SOCKET" "$ROOT/mnt"
    exec chroot "$ROOT" sh -c 'cd "$1"; shift
      exec setpriv --reuid node --regid node --clear-groups --inh-caps=-all --bounding-set=-all --no-new-privs "$@"' \\
      sh "$@"`
  const child = spawn(
    'unshare',
    ['--mount', 'sh', '-e', '-c', script, 'sh', config.WorkingDir, 'env', '-i', ...inside, ...words],
    {
      env: { PATH: process.env.PATH, ROOT: root, SOCKET: socketFolder },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  return child
}

async function untilPage(origin: string, child: ChildProcess): Promise<void> {
  for (let waited = 0; waited < HANG_MS; waited += 10) {
    if (child.exitCode !== null) throw new Error(`The process exited with ${child.exitCode}.`)
    const isThere = await fetch(`${origin}${urls.quiz}`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere) return
    await pause(10)
  }
  throw new Error("The image doesn't start.")
}

/**
 * Takes a whole quiz like a browser.
 * @throws Error if it doesn't end with a result
 */
async function takeWholeQuiz(origin: string): Promise<void> {
  let cookie = ''
  const ask = async (method: string, path: string, body: object) => {
    const headers = { 'content-type': 'application/json', cookie }
    const reply = await fetch(`${origin}${path}`, { method, headers, body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status}`)
    cookie ||= reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    return ((await reply.json()) as { data: Attempt }).data
  }
  const { status } = await takeQuiz(ask, 'english', () => [])
  if (status !== 'finished') throw new Error(`The quiz is ${status}.`)
}

/** The median seconds from starting on existing data to the first page; `begin` starts a server. */
async function startSeconds(begin: () => Promise<() => Promise<unknown>>): Promise<number> {
  await (await begin())()
  const seconds: number[] = []
  for (let start = 0; start < STARTS; start++) {
    const begun = performance.now()
    const stop = await begin()
    seconds.push((performance.now() - begun) / 1000)
    await stop()
  }
  return median(seconds)
}

await ensureInstalled('Buildah')
const files = imageFiles()
const image = buildImage()
const { config, root } = image
const added = bytesBelow(join(root, config.WorkingDir))
const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const postgres = await startPostgres()
const databaseUrl = await createDatabase(postgres.url, 'image')
const socketFolder = new URL(databaseUrl).searchParams.get('host') ?? ''
chmodSync(socketFolder, 0o755)
const insideUrl = databaseUrl.replace(encodeURIComponent(socketFolder), encodeURIComponent('/mnt'))
const env = {
  PORT: String(port),
  PUBLIC_URL: origin,
  DATABASE_URL: insideUrl,
  SMTP_URL: 'smtp://127.0.0.1:1',
  LOG_LEVEL: 'warn',
}

const begin = async () => {
  const child = run(image, socketFolder, env, config.Cmd)
  await untilPage(origin, child)
  return async () => {
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`SIGTERM ended it with ${code}.`)
  }
}
const inImage = await startSeconds(begin)
const onHost = await startSeconds(async () => {
  const server = await startServer({ mode: 'serve', env: { DATABASE_URL: databaseUrl } })
  await untilPage(server.origin, server.process)
  return () => server.stop()
})

const stop = await begin()
await takeWholeQuiz(origin)
const [, ...check] = config.Healthcheck.Test
const [healthy] = await once(
  run(
    image,
    socketFolder,
    env,
    check.map((word) => word.replace(':3000', `:${port}`)),
  ),
  'exit',
)
if (healthy !== 0) throw new Error(`The health check exits with ${healthy}.`)
await stop()
await postgres.stop()
image.remove()

const bytesOf = new Map<string, number>()
for (const file of files) {
  const part = /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? file.split('/')[0] ?? file
  bytesOf.set(part, (bytesOf.get(part) ?? 0) + statSync(file).size)
}
const largest = [...bytesOf].sort((one, other) => other[1] - one[1]).slice(0, MAX_SHOWN)
writeFigures('docs/operating.md', 'image', [
  `Built with \`buildah\` ${image.isReal ? 'on `node:24-bookworm-slim`' : 'on a stand-in for `node:24-bookworm-slim`, Debian 12 with the same Node, because no registry is reachable here'}, and run with a read-only root, no capabilities, and as \`${config.User}\` (\`npm run bench -- image\`, ${measuredOn()}): it served a whole quiz, passed its health check, and exited with 0 on SIGTERM. It adds ${megabytes(added)} MB to its base (aim: at most ${MAX_MB}): ${largest.map(([part, bytes]) => `\`${part.replace('node_modules/', '')}\` ${megabytes(bytes)}`).join(', ')}. Startup on existing data takes ${inImage.toFixed(2)} s in the image and ${onHost.toFixed(2)} s on the host (ratio ${(inImage / onHost).toFixed(2)}; aim: at most ${MAX_SLOWDOWN}).`,
])
process.exitCode = added <= MAX_MB * 1e6 && inImage <= MAX_SLOWDOWN * onHost ? 0 : 1
