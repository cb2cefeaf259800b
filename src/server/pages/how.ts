import { readFileSync } from 'node:fs'
import type { Accuracy } from '#contract/page-data.ts'
import { urls } from '#contract/urls.ts'
import { OBSERVED_FROM } from '#quiz/percentile.ts'
import { publicAddress } from '../edge/public-address.ts'
import type { App } from '../edge/server.ts'
import type { Settings } from '../settings.ts'
import { renderPage, type Site } from './site.ts'

/** Written by `npm run items -- simulate`. */
type Measurement = { takers: number } & Record<'staircase' | 'further' | 'maximumInformation', Accuracy>

const FILE = new URL('../../../data/measurement.json', import.meta.url)

/** "How this test works", with the figures of the rule in force. */
export function howRoutes(
  app: App,
  { site, settings }: { site: Site; settings: Pick<Settings, 'LEVEL_RULE' | 'THAN_SOURCE' | 'PUBLIC_URL'> },
): void {
  const measured: Measurement = JSON.parse(readFileSync(FILE, 'utf8'))
  const rule = settings.LEVEL_RULE
  const accuracy = rule === 'staircase' ? measured.staircase : measured.further
  const than = { percentileSource: settings.THAN_SOURCE, observedFrom: OBSERVED_FROM }
  const data = { rule, ...than, takers: measured.takers, accuracy, ceiling: measured.maximumInformation.exact }
  app.get(urls.how, { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'private, no-cache')
    return renderPage(site, 'how', data, { request, reply, findableAt: publicAddress(request, settings, urls.how) })
  })
}
