import { existsSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { LOCALES, type Locale } from '#contract/locales.ts'
import type { Brand } from '#contract/page-data.ts'

const Name = Type.String({ minLength: 1, maxLength: 40, pattern: '^[^\\p{C}]*$' })
const PictureFile = Type.String({ pattern: '^[\\w-]+\\.(svg|png)$' })

const BrandFile = Type.Object(
  {
    name: Name,
    names: Type.Optional(
      Type.Object(Object.fromEntries(LOCALES.map((locale) => [locale, Type.Optional(Name)])), {
        additionalProperties: false,
      }),
    ),
    home: Type.Optional(Type.String({ pattern: '^https?://[^\\s"<>]+$' })),
    mark: Type.Optional(PictureFile),
    icon: Type.Optional(PictureFile),
  },
  { additionalProperties: false },
)
type BrandFile = Type.Static<typeof BrandFile>

/** What a fault's field wants, in words. */
const WANTED: Record<string, string> = {
  name: 'a name of 1 to 40 characters',
  names: `names of 1 to 40 characters, by interface language: ${LOCALES.join(', ')}`,
  home: 'an address that begins with http:// or https://',
  mark: 'the name of an SVG or PNG file in this folder',
  icon: 'the name of an SVG or PNG file in this folder',
}

const MOST_BYTES = 100_000
const ADDRESS = '/static/brand/'

function pictureFault(folder: string, field: 'mark' | 'icon', file: string | undefined): string[] {
  if (!file) return []
  const path = join(folder, file)
  if (!existsSync(path)) return [`  ${field}: there is no file ${file} in the folder`]
  const { size } = statSync(path)
  return size > MOST_BYTES ? [`  ${field}: ${file} has ${size} bytes; make it at most ${MOST_BYTES}`] : []
}

function readBrandFile(folder: string): BrandFile {
  const path = join(folder, 'brand.json')
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Error(`BRAND_DIR: ${path} cannot be read: ${(error as Error).message}`)
  }
  const fields = new Set(
    [...Value.Errors(BrandFile, content)].flatMap(({ instancePath, params }) => {
      const [, field] = instancePath.split('/')
      if (field) return [field]
      const { additionalProperties, requiredProperties } = params as Record<string, string[] | undefined>
      // What is no object at all has no name either.
      return additionalProperties ?? requiredProperties ?? ['name']
    }),
  )
  const faults = [...fields].map((field) =>
    WANTED[field] ? `  ${field}: must be ${WANTED[field]}` : `  ${field}: is no field of a brand; take it out`,
  )
  const brand = content as BrandFile
  if (faults.length === 0)
    faults.push(...pictureFault(folder, 'mark', brand.mark), ...pictureFault(folder, 'icon', brand.icon))
  if (faults.length > 0) throw new Error(`BRAND_DIR: ${path} has faults:\n${faults.join('\n')}`)
  return brand
}

/**
 * The marketplace's own name, mark, icon and home, from the folder BRAND_DIR; undefined without one: then the product's own.
 * @throws Error that names every fault
 */
export function readBrand(folder: string): Brand | undefined {
  if (!folder) return undefined
  const { name, names = {}, home, mark, icon } = readBrandFile(folder)
  const byLocale = names as Partial<Record<Locale, string>>
  return {
    names: Object.fromEntries(LOCALES.map((locale) => [locale, byLocale[locale] ?? name])) as Brand['names'],
    home,
    mark: mark && `${ADDRESS}${mark}`,
    icon: icon && `${ADDRESS}${icon}`,
  }
}

const TYPES: Record<string, string> = { '.svg': 'image/svg+xml', '.png': 'image/png' }

/** Serves the brand's pictures, and in place of our manifest one with its name and icon. */
export function brandFiles(app: Pick<FastifyInstance, 'get'>, folder: string, brand: Brand | undefined): void {
  if (!brand) return
  const pictures = new Set([brand.mark, brand.icon].filter((address) => address !== undefined))
  for (const address of pictures) {
    const content = readFileSync(join(folder, address.slice(ADDRESS.length)))
    app.get(address, { schema: { hide: true } }, (_request, reply) =>
      reply
        .type(TYPES[extname(address)] as string)
        .header('cache-control', 'public, max-age=86400')
        .send(content),
    )
  }
  const icons = brand.icon ? [{ src: brand.icon, type: TYPES[extname(brand.icon)], sizes: 'any' }] : []
  const manifest = { name: brand.names.en, start_url: '/languageassessment', display: 'browser', icons }
  app.get('/static/icons/site.webmanifest', { schema: { hide: true } }, (_request, reply) =>
    reply.type('application/manifest+json').header('cache-control', 'public, max-age=86400').send(manifest),
  )
}
