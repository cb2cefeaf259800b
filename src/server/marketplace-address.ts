import type { Settings } from '#settings/settings.ts'

/** The settings that determine whether and where a marketplace is linked. */
export type MarketplaceAddress = Pick<Settings, 'MARKETPLACE_API_URL'>

/** The base URL of the linked marketplace's API; undefined if this service is its own marketplace. */
export function linkedApi({ MARKETPLACE_API_URL: url }: MarketplaceAddress): string | undefined {
  return url || undefined
}

/** The issuer of people's public ids, as stored with identities: the linked marketplace's; undefined for our own. */
export function issuerOf(settings: MarketplaceAddress): string | undefined {
  const url = linkedApi(settings)
  return url && new URL(url).origin
}
