import type { Settings } from '#settings/settings.ts'

/** What says whether a marketplace is linked, and where it is. */
export type MarketplaceAddress = Pick<Settings, 'MARKETPLACE_API_URL'>

/** The base URL of the linked marketplace's API; undefined if this service is its own marketplace. */
export function linkedApi({ MARKETPLACE_API_URL: url }: MarketplaceAddress): string | undefined {
  return url || undefined
}

/** Whose ids people have on the wire, as identities are stored: the linked marketplace's; undefined for our own. */
export function issuerOf(settings: MarketplaceAddress): string | undefined {
  const url = linkedApi(settings)
  return url && new URL(url).origin
}
