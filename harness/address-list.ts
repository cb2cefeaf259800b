import type { Endpoint, RouteConfig } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { pages } from '#contract/pages.ts'

const START = '<!-- addresses -->'
const END = '<!-- /addresses -->'

type Row = { method: string; url: string; needs: RouteConfig['needs'] | undefined; cells: string[] }

/** For readers, with `{id}` instead of `:id`. */
const addressOf = ({ method, url }: Row) => `\`${method} ${url.replace(/:(\w+)/g, '{$1}')}\``

function table(heading: string, columns: string[], rows: Row[]): string {
  const sorted = rows.toSorted((one, other) => (`${one.url} ${one.method}` < `${other.url} ${other.method}` ? -1 : 1))
  const lines = sorted.map((row) => [addressOf(row), ...row.cells, row.needs ?? ''])
  const head = ['address', ...columns, 'needs']
  return [`### ${heading}`, '', ...[head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`)]
    .join('\n')
    .replaceAll('  |', ' |')
}

const toRow = ({ method, url, config, schema }: Endpoint): Row => ({
  method,
  url,
  needs: config.needs,
  cells: [...(config.access ? [config.access] : []), schema.summary],
})

/** `text` with the contract's list of all addresses inserted. */
export function withAddresses(text: string): string {
  const endpoints = Object.values<Endpoint>(ENDPOINTS)
  const list = [
    table(
      'Pages',
      ['shows'],
      Object.values(pages).map(({ address, summary, needs }) => ({
        method: 'GET',
        url: address,
        needs,
        cells: [summary],
      })),
    ),
    table(
      'Other addresses for browsers, crawlers, and probes',
      ['is'],
      endpoints.filter(({ config }) => !config.access).map(toRow),
    ),
    table('Calls', ['for', 'does'], endpoints.filter(({ config }) => config.access).map(toRow)),
  ].join('\n\n')
  return `${text.slice(0, text.indexOf(START))}${START}\n\n${list}\n\n${text.slice(text.indexOf(END))}`
}
