import type { Messages } from '@lingui/core'
import { type ReactNode, Suspense, use } from 'react'
import type { BrowserPart, CatalogAddresses } from '#contract/locales.ts'
import { loadWithRetry } from './lazy-component.tsx'
import { type Texts, useTexts } from './texts.tsx'

let addresses: CatalogAddresses | undefined

/**
 * Loads a part of the compiled catalog in the page's language. The page provides its address; the browser has none
 * for other languages.
 */
export async function loadCatalog(part: BrowserPart): Promise<Messages> {
  addresses ??= JSON.parse(document.getElementById('catalogs')?.textContent ?? '{}') as CatalogAddresses
  const messages: Messages = (await import(/* @vite-ignore */ addresses[part])).default
  const name = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content
  return part === 'quiz' && name ? { ...messages, 'site.name': [name] } : messages
}

type LazyPart = Exclude<BrowserPart, 'quiz'>

const added = new WeakMap<Texts, Map<LazyPart, Promise<void>>>()

/** Loads a part of the catalog and adds it to the texts, once. */
export function loadTextsPart(texts: Texts, part: LazyPart): Promise<void> {
  const parts = added.get(texts) ?? new Map<LazyPart, Promise<void>>()
  added.set(texts, parts)
  const adding = parts.get(part) ?? loadWithRetry(() => loadCatalog(part).then(texts.add))
  parts.set(part, adding)
  return adding
}

/** Suspends until these parts of the catalog are loaded. */
export function useTextsParts(...parts: LazyPart[]): void {
  const t = useTexts()
  for (const part of parts) use(loadTextsPart(t, part))
}

type TextsPartProps = { part: LazyPart; children: ReactNode }

function WithTexts({ part, children }: TextsPartProps) {
  useTextsParts(part)
  return children
}

/** Renders its children once their code and texts are loaded, and nothing until then. */
export function TextsPart({ part, children }: TextsPartProps) {
  return (
    <Suspense fallback={null}>
      <WithTexts part={part}>{children}</WithTexts>
    </Suspense>
  )
}
