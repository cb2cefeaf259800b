import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Brand, BUILT_IN_CURRENCY, BUILT_IN_LEGAL } from '#contract/brand.ts'
import { LOCALES } from '#contract/locales.ts'
import { isBounded, MAX_LEVELS, MAX_VALUES } from '../json-bounds.ts'
import { PALETTES, type Palettes, readColors } from './colors.ts'
import { Folder, type ServedFile } from './files.ts'
import { type BrandFile, contentErrors } from './schema.ts'

/** The contents of BRAND_DIR: for pages, and for the server only. */
export type BrandFolder = Brand & {
  files: ServedFile[]
  palettes: Palettes
  /** A PNG logo for places that can't show an SVG: emails and, by its path, pictures of reports. */
  png: { path: string; content: Buffer } | undefined
}

function readContent(path: string): unknown {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (!isBounded(content)) throw new Error(`it has more than ${MAX_LEVELS} levels or ${MAX_VALUES} values`)
    return content
  } catch (error) {
    throw new Error(`BRAND_DIR: ${path} cannot be read: ${(error as Error).message}`)
  }
}

/**
 * The operator's own look and words, from the folder BRAND_DIR; undefined without one, which keeps the product's.
 * @throws Error that lists every error
 */
export function readBrand(folder: string): BrandFolder | undefined {
  if (!folder) return undefined
  const path = join(folder, 'brand.json')
  const content = readContent(path)
  const refuse = (errors: string[]) => {
    if (errors.length > 0)
      throw new Error(`BRAND_DIR: ${path} has errors:\n${errors.map((error) => `  ${error}`).join('\n')}`)
  }
  refuse(contentErrors(content))
  const { name, names, home, logo, colors: own, face, legal, currency, links } = content as BrandFile

  const files = new Folder(folder)
  const colors = own && readColors(own)
  const address = files.serve('logo', logo)
  const isPng = logo?.endsWith('.png')
  const brand = {
    names: Object.fromEntries(LOCALES.map((locale) => [locale, names?.[locale] ?? name])) as Brand['names'],
    home,
    logo: address,
    colorStyles: colors?.styles,
    face: face && files.serveAll('face', face),
    legal: { ...BUILT_IN_LEGAL, ...legal },
    currency: currency ?? BUILT_IN_CURRENCY,
    links,
    palettes: colors?.palettes ?? PALETTES,
    png:
      isPng && address
        ? { path: resolve(folder, logo as string), content: files.served.get(address)?.content as Buffer }
        : undefined,
  }
  refuse([
    ...files.errors,
    ...(colors?.errors ?? []),
    ...(!legal?.controller === !legal?.contact ? [] : ['legal: give controller and contact together']),
  ])
  return { ...brand, files: [...files.served.values()] }
}
