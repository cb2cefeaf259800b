import { existsSync, readFileSync } from 'node:fs'
import type { PageAssets } from '#web/document.ts'
import type { Site } from './site.ts'

const DIST = new URL('../../../dist/', import.meta.url)

type Chunk = { file: string; imports?: string[] }
type Manifest = Record<string, Chunk>

function withImports(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  if (found.has(key)) return found
  found.add(key)
  for (const imported of manifest[key]?.imports ?? []) withImports(manifest, imported, found)
  return found
}

function assetsOf(manifest: Manifest, entry: string, catalogs: string[] = []): PageAssets {
  const address = (key: string) => `/static/${manifest[key]?.file}`
  const imported = [...withImports(manifest, entry)].filter((key) => key !== entry)
  return { script: address(entry), preload: [...imported, ...catalogs].map(address) }
}

/**
 * The site as `npm run build` made it.
 * @throws Error when there is no build
 */
export async function loadBuiltSite(): Promise<Site> {
  const manifestFile = new URL('web/.vite/manifest.json', DIST)
  if (!existsSync(manifestFile)) throw new Error('The web is not built: run "npm run build" first.')
  const manifest: Manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
  return {
    renderer: await import(new URL('server/render.js', DIST).href),
    assets: {
      landing: assetsOf(manifest, 'src/web/landing/start.ts'),
      quiz: assetsOf(manifest, 'src/web/flow/start.tsx', ['data/texts/en.json']),
      account: assetsOf(manifest, 'src/web/account/start.tsx', ['data/texts/en.json', 'data/texts/account/en.json']),
      report: { script: null, preload: [] },
      legal: { script: null, preload: [] },
      marketplace: { script: null, preload: [] },
      error: { script: null, preload: [] },
    },
  }
}
