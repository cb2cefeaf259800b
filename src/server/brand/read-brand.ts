import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { type Brand, BUILT_IN_LEGAL } from '#contract/brand.ts'
import { LOCALES } from '#contract/locales.ts'
import { urls } from '#contract/urls.ts'
import { PALETTES, type Palettes, readColors } from './colors.ts'
import { type BrandFile, contentFaults } from './schema.ts'

/** A file of the folder as it is served. */
type ServedFile = { address: string; type: string; content: Buffer }

/** What BRAND_DIR holds: what pages show, and what only the server needs. */
export type BrandFolder = Brand & { files: ServedFile[]; palettes: Palettes }

const TYPES: Record<string, string> = { '.svg': 'image/svg+xml', '.png': 'image/png', '.woff2': 'font/woff2' }
const MOST_BYTES: Record<string, number> = { '.svg': 100_000, '.png': 100_000, '.woff2': 30_000 }
/** How each kind of file begins, as far as the kind says. */
const BEGINS: Record<string, RegExp> = { '.svg': /^(ï»¿)?\s*</, '.png': /^.PNG\r\n/s, '.woff2': /^wOF2/ }

const addressOf = (file: string) => `${urls.static}brand/${file}`
const addressesOf = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([key, file]) => [key, addressOf(file)]))

/** What is wrong with the file that a field names. */
function fileFault(field: string, file: string, content: Buffer | undefined): string | undefined {
  const kind = extname(file)
  if (!content) return `${field}: there is no file ${file} in the folder`
  const most = MOST_BYTES[kind] as number
  if (content.length > most) return `${field}: ${file} has ${content.length} bytes; make it at most ${most}`
  if (!BEGINS[kind]?.test(content.toString('latin1', 0, 99)))
    return `${field}: ${file} is no ${kind.slice(1).toUpperCase()} file`
  return undefined
}

function readContent(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Error(`BRAND_DIR: ${path} cannot be read: ${(error as Error).message}`)
  }
}

/**
 * The marketplace's own looks and words, from the folder BRAND_DIR; undefined without one: then the product's own.
 * @throws Error that names every fault
 */
export function readBrand(folder: string): BrandFolder | undefined {
  if (!folder) return undefined
  const path = join(folder, 'brand.json')
  const content = readContent(path)
  const refuse = (faults: string[]) => {
    if (faults.length > 0)
      throw new Error(`BRAND_DIR: ${path} has faults:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
  }
  refuse(contentFaults(content))
  const { name, names, home, mark, icon, signInIcons, colors: own, face, legal } = content as BrandFile

  const named = [
    ['mark', mark],
    ['icon', icon],
    ...Object.entries(signInIcons ?? {}).map(([id, file]) => [`signInIcons/${id}`, file]),
    ...Object.entries(face ?? {}).map(([script, file]) => [`face/${script}`, file]),
  ]
  const contents = new Map<string, Buffer>()
  const faults: string[] = []
  for (const [field = '', file] of named) {
    if (!file) continue
    const found = existsSync(join(folder, file)) ? readFileSync(join(folder, file)) : undefined
    const fault = fileFault(field, file, found)
    if (fault) faults.push(fault)
    else if (found) contents.set(file, found)
  }
  const colors = own && readColors(own)
  if (!legal?.controller !== !legal?.contact) faults.push('legal: give controller and contact together')
  refuse([...faults, ...(colors?.faults ?? [])])

  return {
    names: Object.fromEntries(LOCALES.map((locale) => [locale, names?.[locale] ?? name])) as Brand['names'],
    home,
    mark: mark && addressOf(mark),
    icon: icon && addressOf(icon),
    signInIcons: signInIcons && addressesOf(signInIcons),
    colors: colors && {
      styles: colors.styles,
      paper: { light: colors.palettes.light.paper as string, dark: colors.palettes.dark.paper as string },
    },
    face: face && addressesOf(face),
    legal: { ...BUILT_IN_LEGAL, ...legal },
    palettes: colors?.palettes ?? PALETTES,
    files: Array.from(contents, ([file, bytes]) => ({
      address: addressOf(file),
      type: TYPES[extname(file)] as string,
      content: bytes,
    })),
  }
}
