import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { LOCALES, type Locale } from '#contract/locales.ts'

const Name = Type.String({ minLength: 1, maxLength: 40, pattern: '^[^\\p{C}]*$' })
const Picture = Type.String({ pattern: '^[\\w-]+\\.(svg|png)$' })
const Names = Type.Unsafe<Partial<Record<Locale, string>>>(
  Type.Object(Object.fromEntries(LOCALES.map((locale) => [locale, Type.Optional(Name)])), {
    additionalProperties: false,
  }),
)

/** brand.json. Each field has its words in WANTED. */
const BrandFile = Type.Object(
  {
    name: Name,
    names: Type.Optional(Names),
    home: Type.Optional(Type.String({ pattern: '^https?://[^\\s"<>]+$' })),
    mark: Type.Optional(Picture),
    icon: Type.Optional(Picture),
  },
  { additionalProperties: false },
)
export type BrandFile = Type.Static<typeof BrandFile>

/** What a field has to be, in words: for the field itself, or for one within it as `field/part`. */
const WANTED: Record<string, string> = {
  name: 'a name of 1 to 40 characters',
  names: `names of 1 to 40 characters, by interface language: ${LOCALES.join(', ')}`,
  home: 'an address that begins with http:// or https://',
  mark: 'the name of an SVG or PNG file in this folder',
  icon: 'the name of an SVG or PNG file in this folder',
}

/** The field that an error of the schema is about. */
function fieldsOf({ instancePath, params }: { instancePath: string; params: object }): string[] {
  const path = instancePath.slice(1)
  const { additionalProperties, requiredProperties } = params as Record<string, string[] | undefined>
  const named = additionalProperties ?? requiredProperties
  if (named) return named.map((name) => (path ? `${path}/${name}` : name))
  // What is no object at all has no name either.
  return [path || 'name']
}

/** What is wrong with the content of a brand.json, one line for each field. */
export function contentFaults(content: unknown): string[] {
  const fields = new Set([...Value.Errors(BrandFile, content)].flatMap(fieldsOf))
  const faults = [...fields].map((field) => {
    const wanted = WANTED[field] ?? WANTED[field.split('/')[0] as string]
    return wanted ? `${field}: must be ${wanted}` : `${field}: is no field of a brand; take it out`
  })
  return [...new Set(faults)]
}
