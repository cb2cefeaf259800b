import { existsSync } from 'node:fs'
import {
  BROWSER_PARTS,
  type BrowserPart,
  type CatalogAddresses,
  catalogFile,
  DEFAULT_LOCALE,
  LOCALES,
  type Locale,
} from '#contract/locales.ts'
import type { ScriptAddresses } from '#web/document.ts'
import { ROOT, readJson } from '../files.ts'
import type { Site } from './site.ts'

const MANIFEST = 'dist/web/.vite/manifest.json'

type Chunk = { file: string; imports?: string[] }
type Manifest = Record<string, Chunk>

function withImports(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  if (found.has(key)) return found
  found.add(key)
  for (const imported of manifest[key]?.imports ?? []) withImports(manifest, imported, found)
  return found
}

const addressIn = (manifest: Manifest, key: string) => `/static/${manifest[key]?.file}`

function addressesOf(manifest: Manifest, entry: string): ScriptAddresses {
  const imported = [...withImports(manifest, entry)].filter((key) => key !== entry)
  return { src: addressIn(manifest, entry), preload: imported.map((key) => addressIn(manifest, key)) }
}

function catalogsOf(manifest: Manifest, locale: Locale): CatalogAddresses {
  const addressOf = (part: BrowserPart) => {
    const own = catalogFile(part, locale)
    return addressIn(manifest, own in manifest ? own : catalogFile(part, DEFAULT_LOCALE))
  }
  return Object.fromEntries(BROWSER_PARTS.map((part) => [part, addressOf(part)])) as CatalogAddresses
}

/**
 * The site built by `npm run build`.
 * @throws Error without a build
 */
export async function loadBuiltSite(): Promise<Omit<Site, 'brand'>> {
  if (!existsSync(new URL(MANIFEST, ROOT))) throw new Error('The site is not built. Run "npm run build" first.')
  const manifest = readJson<Manifest>(MANIFEST)
  const catalogs = new Map(LOCALES.map((locale) => [locale, catalogsOf(manifest, locale)]))
  return {
    ...(await import(new URL('dist/server/render.js', ROOT).href)),
    scriptAddresses: (entry) => addressesOf(manifest, entry),
    catalogs: (locale) => catalogs.get(locale) as CatalogAddresses,
  }
}
