import type { Messages } from '@lingui/core'

const catalogs = import.meta.glob<Messages>('../../data/texts/**/*.json', { import: 'default' })

/** Texts that a page of the quiz loads when it needs them. */
export type LatePart = 'account' | 'marketplace' | 'pictures'

/** The quiz's own texts come with the page; those of plain pages never reach a script. */
type CatalogPart = 'quiz' | 'legal' | 'report' | LatePart

/** The compiled catalog of one interface language: a chunk of its own, so that only the current one reaches the browser. */
export async function loadCatalog(locale: string, part: CatalogPart = 'quiz'): Promise<Messages> {
  const load = catalogs[`../../data/texts/${part === 'quiz' ? '' : `${part}/`}${locale}.json`]
  if (!load) throw new Error(`There is no catalog for the interface language ${locale}.`)
  return load()
}
