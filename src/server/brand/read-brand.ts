import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Brand, BUILT_IN_CURRENCY, BUILT_IN_LEGAL } from '#contract/brand.ts'
import { LOCALES } from '#contract/locales.ts'
import { isBounded, MAX_LEVELS, MAX_VALUES } from '../json-bounds.ts'
import { PALETTES, type Palettes, readColors } from './colors.ts'
import { Folder, type ServedFile } from './files.ts'
import { mailPageFaults } from './mail-page.ts'
import { type BrandFile, contentFaults } from './schema.ts'
import { drawingFaults, sharePictureFaults } from './share-picture.ts'

/** What BRAND_DIR holds: what pages show, and what only the server needs. */
export type BrandFolder = Brand & {
  files: ServedFile[]
  palettes: Palettes
  /** For the pictures that reports are shared with: a color, and the paths of files. */
  picture: { sign: { background?: string; mark?: string }; link?: string; story?: string }
  mails: {
    from?: string | undefined
    footer?: string | undefined
    mark?: Buffer | undefined
    page?: string | undefined
  }
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
 * The marketplace's own looks and words, from the folder BRAND_DIR; undefined without one: then the product's own.
 * @throws Error that names every fault
 */
export async function readBrand(folder: string): Promise<BrandFolder | undefined> {
  if (!folder) return undefined
  const path = join(folder, 'brand.json')
  const content = readContent(path)
  const refuse = (faults: string[]) => {
    if (faults.length > 0)
      throw new Error(`BRAND_DIR: ${path} has faults:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
  }
  refuse(contentFaults(content))
  const {
    name,
    names,
    home,
    mark,
    icon,
    signInIcons,
    colors: own,
    face,
    legal,
    mails,
    picture = {},
    currency,
    links,
  } = content as BrandFile

  const files = new Folder(folder)
  const colors = own && readColors(own)
  const page = files.read('mails/page', mails?.page)?.toString('utf8')
  const brand = {
    names: Object.fromEntries(LOCALES.map((locale) => [locale, names?.[locale] ?? name])) as Brand['names'],
    home,
    mark: files.serve('mark', mark),
    icon: files.serve('icon', icon),
    signInIcons: signInIcons && files.serveAll('signInIcons', signInIcons),
    colorStyles: colors?.styles,
    face: face && files.serveAll('face', face),
    legal: { ...BUILT_IN_LEGAL, ...legal },
    currency: currency ?? BUILT_IN_CURRENCY,
    links,
    palettes: colors?.palettes ?? PALETTES,
    picture: {
      sign: {
        ...(picture.background && { background: picture.background }),
        ...(mark && { mark: resolve(folder, mark) }),
      },
      ...(picture.link && { link: resolve(folder, picture.link) }),
      ...(picture.story && { story: resolve(folder, picture.story) }),
    },
    mails: { from: mails?.from, footer: mails?.footer, mark: files.read('mails/mark', mails?.mark), page },
  }
  const covers = {
    link: files.read('picture/link', picture.link, true),
    story: files.read('picture/story', picture.story, true),
  }
  refuse([
    ...files.faults,
    ...(colors?.faults ?? []),
    ...(await sharePictureFaults(picture, covers)),
    ...(await drawingFaults('mark', files.served.get(brand.mark ?? ''))),
    ...(await drawingFaults('icon', files.served.get(brand.icon ?? ''))),
    ...(!legal?.controller === !legal?.contact ? [] : ['legal: give controller and contact together']),
    ...(page === undefined ? [] : mailPageFaults(page)),
  ])
  return { ...brand, files: [...files.served.values()] }
}
