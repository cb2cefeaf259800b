import { existsSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Brand } from '#contract/brand.ts'
import { LOCALES } from '#contract/locales.ts'
import { urls } from '#contract/urls.ts'
import { type BrandFile, contentFaults } from './schema.ts'

/** A file of the folder as it is served. */
export type ServedFile = { address: string; type: string; content: Buffer }

/** What BRAND_DIR holds: what pages show, and what only the server needs. */
export type BrandFolder = Brand & { files: ServedFile[] }

const TYPES: Record<string, string> = { '.svg': 'image/svg+xml', '.png': 'image/png' }
const MOST_PICTURE_BYTES = 100_000

const addressOf = (file: string) => `${urls.static}brand/${file}`

/** A file that a field names, and what is wrong with it. */
function fileFault(folder: string, field: string, file: string | undefined, mostBytes: number): string[] {
  if (!file) return []
  const path = join(folder, file)
  if (!existsSync(path)) return [`${field}: there is no file ${file} in the folder`]
  const { size } = statSync(path)
  return size > mostBytes ? [`${field}: ${file} has ${size} bytes; make it at most ${mostBytes}`] : []
}

function readContent(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Error(`BRAND_DIR: ${path} cannot be read: ${(error as Error).message}`)
  }
}

function refuse(path: string, faults: string[]): void {
  if (faults.length > 0)
    throw new Error(`BRAND_DIR: ${path} has faults:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
}

/**
 * The marketplace's own looks and words, from the folder BRAND_DIR; undefined without one: then the product's own.
 * @throws Error that names every fault
 */
export function readBrand(folder: string): BrandFolder | undefined {
  if (!folder) return undefined
  const path = join(folder, 'brand.json')
  const content = readContent(path)
  refuse(path, contentFaults(content))
  const { name, names, home, mark, icon } = content as BrandFile
  refuse(path, [
    ...fileFault(folder, 'mark', mark, MOST_PICTURE_BYTES),
    ...fileFault(folder, 'icon', icon, MOST_PICTURE_BYTES),
  ])
  const served = [...new Set([mark, icon].filter((file) => file !== undefined))]
  return {
    names: Object.fromEntries(LOCALES.map((locale) => [locale, names?.[locale] ?? name])) as Brand['names'],
    home,
    mark: mark && addressOf(mark),
    icon: icon && addressOf(icon),
    files: served.map((file) => ({
      address: addressOf(file),
      type: TYPES[extname(file)] as string,
      content: readFileSync(join(folder, file)),
    })),
  }
}
