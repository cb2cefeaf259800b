import type { Settings } from '#settings/settings.ts'

/** The settings that determine whether and where a marketplace is linked. */
export type MarketplaceAddress = Pick<Settings, 'MARKETPLACE_API_URL'>

/** The issuer of people's public ids, as stored with identities: the linked marketplace's; undefined for our own. */
export function issuerOf({ MARKETPLACE_API_URL: url }: MarketplaceAddress): string | undefined {
  return url ? new URL(url).origin : undefined
}
