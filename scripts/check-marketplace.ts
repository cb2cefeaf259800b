/**
 * Reports every fault of a marketplace against the contract (docs/marketplace.md), or prints the contract as an OpenAPI document.
 *   npm run check:marketplace -- https://api.example.com [--cookie "session=…"] [--onboarding /v2/me/onboarding] [--write]
 *   npm run --silent check:marketplace -- --contract
 * The cookie of a test account checks all calls; --write also sends those that change its profile.
 * Exits with 1 if anything breaks.
 */
import { parseArgs } from 'node:util'
import { urls } from '#contract/urls.ts'
import { type CallResult, checkMarketplace } from './marketplace/check-calls.ts'
import { marketplaceContract } from './marketplace/contract.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    contract: { type: 'boolean', default: false },
    cookie: { type: 'string' },
    onboarding: { type: 'string', default: urls.onboarding },
    write: { type: 'boolean', default: false },
  },
})

function print({ call, status, ms, problems, notes }: CallResult): void {
  const [first = 'ok', ...rest] = [...problems, ...notes]
  console.log([call.padEnd(46), `${status ?? '-'}`.padStart(6), `${ms ?? '-'}`.padStart(6), ` ${first}`].join(' '))
  for (const told of rest) console.log(`${' '.repeat(62)}${told}`)
}

async function check(url: string): Promise<void> {
  const results = await checkMarketplace({
    url: url.replace(/\/+$/, ''),
    cookie: values.cookie,
    onboardingPath: values.onboarding,
    mayWrite: values.write,
  })
  console.log(`${'call'.padEnd(46)} status     ms  verdict`)
  for (const result of results) print(result)
  const broken = results.filter(({ problems }) => problems.length > 0).length
  console.log(
    broken > 0 ? `\n${broken} of ${results.length} calls break the contract.` : '\nNothing breaks the contract.',
  )
  process.exitCode = broken > 0 ? 1 : 0
}

const [url] = positionals
if (values.contract) console.log(JSON.stringify(await marketplaceContract(values.onboarding), null, 2))
else if (url && /^https?:\/\//.test(url)) await check(url)
else {
  console.error('Give the URL of the marketplace API: npm run check:marketplace -- https://api.example.com')
  process.exitCode = 1
}
