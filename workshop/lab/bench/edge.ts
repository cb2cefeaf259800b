/**
 * `npm run bench -- edge`: the pages that visitors share, through a real nginx with `deploy/nginx/quiz.conf` beside the
 * process alone, and how many requests of a minute reach the process. Visitors want our twelve languages.
 */
import autocannon from 'autocannon'
import { LOCALES } from '#contract/locales.ts'
import { urls } from '#contract/urls.ts'
import { measuredOn, writeFigures } from '#harness/figures.ts'
import { freePort } from '#harness/free-port.ts'
import { ensureInstalled } from '#harness/install.ts'
import { plainlyAt, startNginx } from '#harness/nginx.ts'
import { startServer } from '#harness/server-process.ts'

const SECONDS = 10
const LONG_SECONDS = 60

await ensureInstalled('nginx')
const metricsPort = await freePort()
const server = await startServer({ mode: 'serve', env: { CONSENT: 'ask', METRICS_PORT: String(metricsPort) } })
const port = await freePort()
const host = 'quiz.example.com'
const nginx = await startNginx(Number(new URL(server.origin).port), (text) => plainlyAt(port)(text))

/** How many requests for a page the process has answered. */
async function answered(route: string): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const lines = metrics.split('\n').filter((line) => line.includes('request_duration_seconds_count'))
  return lines
    .filter((line) => line.includes(`route="${route}"`))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

async function ask(origin: string, path: string, duration: number) {
  const requests = LOCALES.map((locale) => ({ path, headers: { host, 'accept-language': `${locale},en;q=0.5` } }))
  const {
    requests: rate,
    non2xx,
    errors,
    '2xx': total,
  } = await autocannon({ url: origin, connections: 16, duration, requests })
  if (non2xx + errors > 0) throw new Error(`${origin}${path}: ${non2xx + errors} requests failed`)
  return { rate: rate.average, total }
}

const rows: string[] = []
for (const path of [urls.landing, urls.how, urls.terms]) {
  await ask(server.origin, path, 3)
  const alone = await ask(server.origin, path, SECONDS)
  await ask(`http://127.0.0.1:${port}`, path, 3)
  const before = await answered(path)
  const edge = await ask(`http://127.0.0.1:${port}`, path, LONG_SECONDS)
  const reached = (await answered(path)) - before
  rows.push(
    `| ${path} | ${alone.rate.toFixed(0)} | ${edge.rate.toFixed(0)} | ${(edge.rate / alone.rate).toFixed(1)} | ${reached} of ${edge.total} |`,
  )
}
await nginx.stop()
await server.stop()
writeFigures('docs/performance.md', 'edge', [
  `Pages that visitors share (\`npm run bench -- edge\`, ${measuredOn()}): requests/s of 16 clients in twelve languages, load and servers on the same cores, without TLS.`,
  '',
  '| page | the process alone | through nginx | ratio | reached the process in a minute |',
  '|---|--:|--:|--:|--:|',
  ...rows,
])
