import type { Messages } from '@lingui/core'
import { type ReactNode, Suspense, use } from 'react'
import type { BrowserPart, CatalogAddresses } from '#contract/locales.ts'
import { late } from './late-part.tsx'
import { type Texts, useTexts } from './texts.tsx'

let addresses: CatalogAddresses | undefined

/** A part of the compiled catalog in the language of the page, which names its address: no other language is known to the browser. */
export async function loadCatalog(part: BrowserPart): Promise<Messages> {
  addresses ??= JSON.parse(document.getElementById('catalogs')?.textContent ?? '{}') as CatalogAddresses
  return (await import(/* @vite-ignore */ addresses[part])).default
}

type LatePart = Exclude<BrowserPart, 'quiz'>

const added = new WeakMap<Texts, Map<LatePart, Promise<void>>>()

/** Brings a late part of the catalog once into the texts of the page. */
export function loadTextsPart(texts: Texts, part: LatePart): Promise<void> {
  const parts = added.get(texts) ?? new Map<LatePart, Promise<void>>()
  added.set(texts, parts)
  const adding = parts.get(part) ?? late(() => loadCatalog(part).then(texts.add))
  parts.set(part, adding)
  return adding
}

type TextsPartProps = { part: LatePart; children: ReactNode }

function WithTexts({ part, children }: TextsPartProps) {
  use(loadTextsPart(useTexts(), part))
  return children
}

/** Children whose texts come late: shown when their code and their texts are here, nothing until then. */
export function TextsPart({ part, children }: TextsPartProps) {
  return (
    <Suspense fallback={null}>
      <WithTexts part={part}>{children}</WithTexts>
    </Suspense>
  )
}
