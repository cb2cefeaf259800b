import type { Messages } from '@lingui/core'
import type { BrowserPart, CatalogAddresses } from '#contract/locales.ts'

let addresses: CatalogAddresses | undefined

/** A part of the compiled catalog in the language of the page, which names its address: no other language is known to the browser. */
export async function loadCatalog(part: BrowserPart): Promise<Messages> {
  addresses ??= JSON.parse(document.getElementById('catalogs')?.textContent ?? '{}') as CatalogAddresses
  return (await import(/* @vite-ignore */ addresses[part])).default
}
