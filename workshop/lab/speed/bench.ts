/**
 * `npm run bench [-- --against FOLDER]`: measures the quiz page, the first load, and startup, each as a ratio to a peer
 * or a limit in the same run, and with the checkout of an earlier release, also its quiz page. Writes
 * docs/performance.md.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import autocannon from 'autocannon'
import { build } from 'vite'
import { urls } from '#contract/urls.ts'
import { commitIn, measuredOn, writeFigures } from '#harness/figures.ts'
import { createDatabase, startPostgres } from '#harness/postgres.ts'
import { startServer } from '#harness/server-process.ts'
import { loadBuiltSite } from '#server/pages/built-site.ts'
import { median } from './median.ts'
import { startScript } from './targets.ts'

const ROUNDS = 5
const STARTS = 5

const { values } = parseArgs({ options: { against: { type: 'string' } } })

type Aim = { atLeast: number } | { atMost: number }

function row(what: string, ours: string, peer: string, ratio: number, aim: Aim): string {
  const [words, isMet] =
    'atLeast' in aim
      ? [`at least ${aim.atLeast.toFixed(2)}`, ratio >= aim.atLeast]
      : [`at most ${aim.atMost.toFixed(2)}`, ratio <= aim.atMost]
  return `| ${what} | ${ours} | ${peer} | ${ratio.toFixed(2)} | ${words} | ${isMet ? 'yes' : 'no'} |`
}

async function requestsPerSecond(url: string, duration: number): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({ url, connections: 16, duration })
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx + errors} requests failed`)
  return requests.average
}

/** The quiz page for signed-out visitors, against a bare Fastify that sends the same page as a constant. */
async function pages(): Promise<string[]> {
  const server = await startServer()
  const earlier = values.against ? await startServer({ release: values.against }) : undefined
  const page = `${server.origin}${urls.quiz}`
  const constant = await startScript('constant', 'workshop/lab/speed/constant.ts', { PAGE: page })
  const addresses = [page, constant.origin, ...(earlier ? [`${earlier.origin}${urls.quiz}`] : [])]
  for (const address of addresses) await requestsPerSecond(address, 4)
  const rates: number[][] = addresses.map(() => [])
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, address] of addresses.entries()) rates[index]?.push(await requestsPerSecond(address, 8))
  for (const target of [server, constant, earlier]) await target?.stop()
  const [ours = 0, limit = 0, before] = rates.map(median)
  const rate = (value: number) => `${value.toFixed(0)} requests/s`
  return [
    row('quiz page', rate(ours), `${rate(limit)} (the page as a constant from Fastify)`, ours / limit, {
      atLeast: 0.5,
    }),
    ...(before && values.against
      ? [row('quiz page', rate(ours), `${rate(before)} (${commitIn(values.against)})`, ours / before, { atLeast: 1 })]
      : []),
  ]
}

/** A module with only React and ReactDOM, built by the same bundler. */
async function reactAlone(): Promise<string> {
  const source =
    "import { createElement } from 'react'; import { hydrateRoot } from 'react-dom/client'; hydrateRoot(document.body, createElement('p'))"
  const name = 'react-alone'
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [{ name, resolveId: (id) => (id === name ? id : null), load: (id) => (id === name ? source : null) }],
    build: { write: false, modulePreload: { polyfill: false }, rolldownOptions: { input: name } },
  })
  const outputs = Array.isArray(result) ? result : [result]
  return outputs
    .flatMap((each) => ('output' in each ? each.output : []))
    .flatMap((file) => (file.type === 'chunk' ? file.code : []))
    .join('')
}

/** The JavaScript and texts in the quiz page's first load, against React and ReactDOM alone. */
async function firstLoad(): Promise<string> {
  const { scriptAddresses, catalogs } = await loadBuiltSite()
  const { src, preload } = scriptAddresses('src/web/flow/start.tsx')
  const files = [src, ...preload, catalogs('en').quiz].map((address) =>
    String(address).replace('/static/', 'dist/web/'),
  )
  const size = (code: string | Buffer) => gzipSync(code, { level: 9 }).length / 1000
  const ours = files.reduce((sum, file) => sum + size(readFileSync(file)), 0)
  const alone = size(await reactAlone())
  const kb = (value: number) => `${value.toFixed(1)} kB`
  return row('JavaScript of the first load, gzip', kb(ours), `${kb(alone)} (React alone)`, ours / alone, {
    atMost: 1.25,
  })
}

/** From process start on an existing database to the first quiz page. */
async function start(): Promise<string> {
  const postgres = await startPostgres()
  const env = { DATABASE_URL: await createDatabase(postgres.url, 'start') }
  const times: number[] = []
  for (let run = 0; run <= STARTS; run++) {
    const begun = performance.now()
    const server = await startServer({ mode: 'serve', env })
    await (await fetch(`${server.origin}${urls.quiz}`)).text()
    times.push((performance.now() - begun) / 1000)
    await server.stop()
  }
  await postgres.stop()
  const seconds = median(times.slice(1))
  return row('startup to the first page', `${seconds.toFixed(2)} s`, '1.00 s (the limit)', seconds, { atMost: 1 })
}

const rows = [...(await pages()), await firstLoad(), await start()]
writeFigures('docs/performance.md', 'bench', [
  `Median of ${ROUNDS} alternating rounds (\`npm run bench\`, ${measuredOn()}).`,
  '',
  '| what | ours | peer or limit | ratio | aim | met |',
  '|---|--:|--:|--:|--:|---|',
  ...rows,
])
