/**
 * Reports which replies of a marketplace break which rule of the contract (docs/marketplace.md).
 *   npm run check:marketplace -- https://api.example.com [--cookie "session=…"] [--onboarding /v2/me/onboarding] [--write]
 * The cookie of a test account checks all calls; --write also sends those that change its profile.
 * Exits with 1 if anything breaks.
 */
import { parseArgs } from 'node:util'
import { urls } from '#contract/urls.ts'
import { type CallResult, checkMarketplace } from './marketplace/check-calls.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cookie: { type: 'string' },
    onboarding: { type: 'string', default: urls.onboarding },
    write: { type: 'boolean', default: false },
  },
})

function line({ call, status, ms, problems, note }: CallResult): string {
  const verdict = problems[0] ?? (note || 'ok')
  const first = [call.padEnd(46), `${status ?? '-'}`.padStart(6), `${ms ?? '-'}`.padStart(6), ` ${verdict}`].join(' ')
  return [first, ...problems.slice(1).map((problem) => `${' '.repeat(62)}${problem}`)].join('\n')
}

const [url] = positionals
if (!url || !/^https?:\/\//.test(url)) {
  console.error('Give the URL of the marketplace API: npm run check:marketplace -- https://api.example.com')
  process.exit(1)
}
const results = await checkMarketplace({
  url: url.replace(/\/+$/, ''),
  cookie: values.cookie,
  onboardingPath: values.onboarding,
  mayWrite: values.write,
})
console.log(`${'call'.padEnd(46)} status     ms  verdict`)
for (const result of results) console.log(line(result))
const broken = results.filter(({ problems }) => problems.length > 0).length
console.log(
  broken > 0 ? `\n${broken} of ${results.length} calls break the contract.` : '\nNothing breaks the contract.',
)
process.exitCode = broken > 0 ? 1 : 0
