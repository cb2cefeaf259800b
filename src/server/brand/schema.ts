import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { FACE_SCRIPTS } from '#contract/brand.ts'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { OWN_COLORS, type OwnColors } from './colors.ts'

const closed = { additionalProperties: false } as const
const Name = Type.String({ minLength: 1, maxLength: 40, pattern: '^[^\\p{C}]*$' })
const Picture = Type.String({ pattern: '^[\\w-]+\\.(svg|png)$' })
const Icons = Type.Unsafe<Record<string, string>>(Type.Record(Type.String({ pattern: '^[\\w-]+$' }), Picture, closed))
const Font = Type.String({ pattern: '^[\\w-]+\\.woff2$' })
const Color = Type.String({ pattern: '^#[0-9a-f]{6}$' })
const Names = Type.Unsafe<Partial<Record<Locale, string>>>(
  Type.Object(Object.fromEntries(LOCALES.map((locale) => [locale, Type.Optional(Name)])), closed),
)
const Colors = Type.Unsafe<OwnColors>(
  Type.Object({ ...Object.fromEntries(OWN_COLORS.map((name) => [name, Type.Optional(Color)])), accent: Color }, closed),
)
const Face = Type.Unsafe<{ [Script in (typeof FACE_SCRIPTS)[number]]?: string }>(
  Type.Object(Object.fromEntries(FACE_SCRIPTS.map((script) => [script, Type.Optional(Font)])), closed),
)

/** brand.json. Each field has its words in WANTED. */
const BrandFile = Type.Object(
  {
    name: Name,
    names: Type.Optional(Names),
    home: Type.Optional(Type.String({ pattern: '^https?://[^\\s"<>]+$' })),
    mark: Type.Optional(Picture),
    icon: Type.Optional(Picture),
    signInIcons: Type.Optional(Icons),
    colors: Type.Optional(Type.Object({ light: Colors, dark: Colors }, closed)),
    face: Type.Optional(Face),
  },
  closed,
)
export type BrandFile = Type.Static<typeof BrandFile>

const PICTURE = 'the name of an SVG or PNG file in this folder'

/** What a field has to be, in words. */
const WANTED: Record<string, string> = {
  name: 'a name of 1 to 40 characters',
  names: `names of 1 to 40 characters, by interface language: ${LOCALES.join(', ')}`,
  home: 'an address that begins with http:// or https://',
  mark: PICTURE,
  icon: PICTURE,
  signInIcons: 'names of SVG or PNG files in this folder, by the id of the provider',
  colors: `colors such as #2c4bd8 under "light" and "dark", with an accent in both; there are ${OWN_COLORS.join(', ')}`,
  face: `names of WOFF2 files in this folder, by script: ${FACE_SCRIPTS.join(', ')}`,
}

/** The field that an error of the schema is about, as a path. */
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
  return [...fields].map((field) => {
    const wanted = WANTED[field.split('/')[0] as string]
    return wanted ? `${field}: must be ${wanted}` : `${field}: is no field of a brand; take it out`
  })
}
