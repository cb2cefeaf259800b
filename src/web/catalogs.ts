import type { Messages } from '@lingui/core'

const catalogs = import.meta.glob<Messages>('../../data/texts/*.json', { import: 'default' })

/** The compiled catalog of one interface language: a chunk of its own, so that only the current one reaches the browser. */
export async function loadCatalog(locale: string): Promise<Messages> {
  const load = catalogs[`../../data/texts/${locale}.json`]
  if (!load) throw new Error(`There is no catalog for the interface language ${locale}.`)
  return load()
}
