import autocannon from 'autocannon'
import { median } from '../median.ts'
import { startScript } from '../start-script.ts'

const RUNS = 3

async function requestsPerSecond(url: string): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({ url, connections: 16, duration: 8 })
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx + errors} requests failed`)
  return requests.average
}

/**
 * The quiz page, rendered for each request, against a bare Fastify that sends the same page as a constant string. The
 * cost of the app's own hooks (headers, nonces, cookies, admission, metrics) shows in the same constant sent by the
 * app.
 */
export async function pageFigures(): Promise<string> {
  const app = await startScript('workshop/lab/bench/app.ts')
  const page = `${app.origin}/languageassessment/quiz`
  const bare = await startScript('workshop/lab/bench/constant.ts', { environment: { PAGE: page } })
  const urls = [page, `${app.origin}/bench/constant`, bare.origin]
  for (const url of urls) await autocannon({ url, connections: 16, duration: 4 })
  const measured: number[][] = urls.map(() => [])
  for (let run = 0; run < RUNS; run++)
    for (const [index, url] of urls.entries()) measured[index]?.push(await requestsPerSecond(url))
  app.process.kill()
  bare.process.kill()
  const [ours = 0, constant = 0, limit = 0] = measured.map(median)
  return `| quiz page rendered for each request, requests/s | ${ours.toFixed(0)} | ${limit.toFixed(0)} (a bare Fastify that sends the same page as a constant; the app's own hooks around that constant: ${constant.toFixed(0)}) | ${(ours / limit).toFixed(2)} | 0.40 |`
}
