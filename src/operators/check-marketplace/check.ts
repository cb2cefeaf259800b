/**
 * Reports every error of a marketplace against the contract (docs/marketplace.md), or prints the contract as an OpenAPI
 * document.
 *   npm run check:marketplace -- https://api.example.com [--cookie "session=…"] [--session "authorization: Bearer …"]
 *     [--header "x-service-secret: …"] [--onboarding /v2/me/onboarding] [--write]
 *   npm run --silent check:marketplace -- --contract
 * With a test account's cookie, or the header with its session, it checks all calls; --write also sends those that
 * change the account's profile. Exits with 1 if anything breaks the contract.
 */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { urls } from '#contract/urls.ts'
import { operate } from '../operation.ts'
import { type CallResult, checkMarketplace } from './check-calls.ts'
import { marketplaceContract } from './contract.ts'

const OPTIONS = {
  contract: { type: 'boolean', default: false },
  cookie: { type: 'string' },
  session: { type: 'string', multiple: true, default: [] },
  header: { type: 'string', multiple: true, default: [] },
  onboarding: { type: 'string', default: urls.onboarding },
  write: { type: 'boolean', default: false },
} satisfies ParseArgsOptionsConfig

const readArguments = () => parseArgs({ allowPositionals: true, options: OPTIONS })

function print({ call, status, ms, errors, notes }: CallResult): void {
  const [first = 'ok', ...rest] = [...errors, ...notes]
  console.log([call.padEnd(46), `${status ?? '-'}`.padStart(6), `${ms ?? '-'}`.padStart(6), ` ${first}`].join(' '))
  for (const line of rest) console.log(`${' '.repeat(62)}${line}`)
}

/** @throws Error if a line isn't a header */
function toHeaders(lines: readonly string[]): Record<string, string> {
  const pairs = lines.map((line) => /^([\w-]+): *(.+)$/.exec(line)?.slice(1) as [string, string] | undefined)
  if (pairs.includes(undefined)) throw new Error('Write a header as "name: value".')
  return Object.fromEntries(pairs.filter((pair) => pair !== undefined))
}

async function check(url: string, values: ReturnType<typeof readArguments>['values']): Promise<void> {
  const results = await checkMarketplace({
    url: url.replace(/\/+$/, ''),
    session: toHeaders([...(values.cookie ? [`cookie: ${values.cookie}`] : []), ...values.session]),
    headers: toHeaders(values.header),
    onboardingPath: values.onboarding,
    mayWrite: values.write,
  })
  console.log(`${'call'.padEnd(46)} status     ms  verdict`)
  for (const result of results) print(result)
  const broken = results.filter(({ errors }) => errors.length > 0).length
  console.log(
    broken > 0 ? `\n${broken} of ${results.length} calls break the contract.` : '\nNothing breaks the contract.',
  )
  process.exitCode = broken > 0 ? 1 : 0
}

await operate(async () => {
  const { values, positionals } = readArguments()
  const [url] = positionals
  if (values.contract) console.log(JSON.stringify(marketplaceContract(values.onboarding), null, 2))
  else if (url && /^https?:\/\//.test(url)) await check(url, values)
  else throw new Error('Give the URL of the marketplace API: npm run check:marketplace -- https://api.example.com')
})
