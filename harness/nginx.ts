import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request as plainRequest } from 'node:http'
import { request } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { endWithParent } from './end-with-parent.ts'
import { freePort } from './free-port.ts'

/** The installed nginx; Debian's is in sbin, which only root has in its PATH. */
export function findNginx(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  return folders.map((folder) => join(folder, 'nginx')).find((file) => existsSync(file))
}

/** The host name in `deploy/nginx/quiz.conf`. */
const HOST = 'quiz.example.com'

type NginxReply = { status: number; headers: IncomingHttpHeaders; body: Buffer }

type NginxRequest = { method?: string; headers?: Record<string, string>; body?: string }

export type NginxServer = {
  /** Sends one request without TLS. */
  askPlain: (path: string, host?: string) => Promise<{ status: number; location: string | undefined }>
  /** Sends one request over TLS. The path is sent verbatim. */
  ask: (path: string, request?: NginxRequest) => Promise<NginxReply>
  stop: () => Promise<void>
}

/** A complete configuration around a conf.d file, without using any folders of the machine's own nginx. */
const around = (folder: string) => `
  daemon off; pid ${folder}/pid; events {}
  http {
    access_log off;
    ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
    include ${folder}/quiz.conf;
  }`

function makeCertificate(folder: string): { certificate: string; key: string } {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  const name = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`]
  execFileSync('openssl', ['req', ...kind, ...name, '-keyout', key, '-out', certificate], { stdio: 'pipe' })
  return { certificate, key }
}

async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    const socket = connect(port, '127.0.0.1')
    const isThere = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isThere) return
    await sleep(20)
  }
  throw new Error("nginx isn't listening.")
}

/** Also serves a port without TLS or rate limits, for many clients at one address. */
export const plainlyAt = (port: number) => (text: string) =>
  text
    .replace(/(?=server_name quiz\.example\.com;\n {2}ssl_certificate )/, `listen 127.0.0.1:${port};\n  `)
    .replace(/rate=\d+r\/s/g, 'rate=100000r/s')

/**
 * Configures several machines, one line each, as the comment in the file says.
 * @param more ports beyond the first two
 */
export const onSeveral = (more: readonly number[]) => (text: string) =>
  text
    .replaceAll(' max_fails=0', '')
    .replace(' backup;', [';', ...more.map((port) => `  server 127.0.0.1:${port};`)].join('\n'))

/**
 * A real nginx on local ports, with our configuration, in front of the processes at `ports`; `change` may edit the
 * configuration.
 */
export async function startNginx(
  ports: number | readonly [first: number, second: number],
  change = (text: string) => text,
): Promise<NginxServer> {
  const program = findNginx()
  if (!program) throw new Error('No nginx found: "npm run security" installs it.')
  const folder = mkdtempSync(join(tmpdir(), 'language-quiz-nginx-'))
  // If nginx starts as root, its workers run as another user.
  chmodSync(folder, 0o755)
  const [httpPort, httpsPort] = [await freePort(), await freePort()]
  const [first, second] = typeof ports === 'number' ? [ports, await freePort()] : ports
  const { certificate, key } = makeCertificate(folder)
  const here: [RegExp, string][] = [
    [/^ *listen \[::\]:.*$/gm, ''],
    [/listen 80(?=[ ;])/g, `listen 127.0.0.1:${httpPort}`],
    [/listen 443 /g, `listen 127.0.0.1:${httpsPort} `],
    [/(?<=ssl_certificate )[^;]+/, certificate],
    [/(?<=ssl_certificate_key )[^;]+/, key],
    [/(?<=proxy_cache_path )\S+/, join(folder, 'cache')],
    [/127\.0\.0\.1:3000(?=[; ])/, `127.0.0.1:${first}`],
    [/127\.0\.0\.1:3001(?=[; ])/, `127.0.0.1:${second}`],
  ]
  const delivered = readFileSync('deploy/nginx/quiz.conf', 'utf8')
  const text = here.reduce((before, [from, to]) => {
    if (before.search(from) < 0) throw new Error(`The configuration has no ${from}.`)
    return before.replace(from, to)
  }, change(delivered))
  writeFileSync(join(folder, 'quiz.conf'), text)
  writeFileSync(join(folder, 'nginx.conf'), around(folder))
  const server = spawn(program, ['-e', join(folder, 'error.log'), '-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: 'inherit',
  })
  endWithParent(server, 'QUIT', folder)
  await untilListening(httpsPort)

  const ca = readFileSync(certificate)
  return {
    askPlain: async (path, host = HOST) => {
      const sent = plainRequest({ host: '127.0.0.1', port: httpPort, path, headers: { host }, agent: false })
      sent.end()
      const [reply] = await once(sent, 'response')
      reply.resume()
      return { status: reply.statusCode, location: reply.headers.location }
    },
    ask: async (path, { method = 'GET', headers = {}, body } = {}) => {
      const to = { host: '127.0.0.1', port: httpsPort, servername: HOST, ca, agent: false }
      const sent = request({ ...to, path, method, headers: { host: HOST, ...headers } })
      sent.end(body)
      const [reply] = await once(sent, 'response')
      return { status: reply.statusCode, headers: reply.headers, body: await buffer(reply) }
    },
    stop: async () => {
      server.kill('SIGTERM')
      await once(server, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
