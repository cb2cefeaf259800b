import autocannon from 'autocannon'
import { median, startScript } from './process.ts'

const RUNS = 3

async function requestsPerSecond(url: string): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({ url, connections: 16, duration: 8 })
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx + errors} requests failed`)
  return requests.average
}

/** The quiz page, rendered anew for each request, against the same server sending a constant string of the same size. */
export async function pageFigures(): Promise<string> {
  const { origin, process } = await startScript('scripts/bench/app.ts')
  const addresses = { page: `${origin}/languageassessment/quiz`, constant: `${origin}/bench/constant` }
  for (const url of Object.values(addresses)) await autocannon({ url, connections: 16, duration: 4 })
  const page: number[] = []
  const constant: number[] = []
  for (let run = 0; run < RUNS; run++) {
    page.push(await requestsPerSecond(addresses.page))
    constant.push(await requestsPerSecond(addresses.constant))
  }
  process.kill()
  const [ours, limit] = [median(page), median(constant)]
  return `| quiz page rendered for each request, requests/s | ${ours.toFixed(0)} | ${limit.toFixed(0)} (a constant string of the same size) | ${(ours / limit).toFixed(2)} | 0.40 |`
}
