import { type TSchema, Type } from 'typebox'
import { FACE_SCRIPTS, type FaceScript } from '#contract/brand.ts'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { describeError, findErrors } from '#contract/schema-errors.ts'
import { INVISIBLE } from '#contract/typed-text.ts'
import { LANGUAGES, type Language } from '#quiz/languages.ts'

// Each description completes the error message "must be …".
const closed = { additionalProperties: false } as const
const text = (most: number, description: string) =>
  Type.String({ minLength: 1, maxLength: most, pattern: `^[^${INVISIBLE}]*$`, description })
const Name = text(40, 'a name of 1 to 40 characters')
const Address = Type.String({
  pattern: '^https?://[^\\s"<>]+$',
  description: 'an address that begins with http:// or https://',
})
const Picture = Type.String({
  pattern: '^[\\w-]+\\.(svg|png)$',
  description: 'the name of an SVG or PNG file in this folder',
})
const Font = Type.String({ pattern: '^[\\w-]+\\.woff2$', description: 'the name of a WOFF2 file in this folder' })
const Color = Type.String({ pattern: '^#[0-9a-f]{6}$', description: 'a color such as #2c4bd8' })

/** An object with any of these names. */
const some = <Key extends string, Schema extends TSchema>(names: readonly Key[], schema: Schema) =>
  Type.Unsafe<{ [Each in Key]?: Type.Static<Schema> }>(
    Type.Object(Object.fromEntries(names.map((name) => [name, Type.Optional(schema)])), closed),
  )

const Legal = Type.Object(
  {
    terms: Type.Optional(Address),
    privacy: Type.Optional(Address),
    controller: Type.Optional(text(200, 'who is responsible, in at most 200 characters')),
    contact: Type.Optional(text(200, 'how to reach the controller, in at most 200 characters')),
    // In this range, every interface language uses one plural form of "years".
    minimumAge: Type.Optional(Type.Integer({ minimum: 13, maximum: 20, description: 'a whole number from 13 to 20' })),
    jurisdiction: Type.Optional(
      Type.String({ pattern: '^[A-Z]{2}$', description: 'a two-letter country code, such as DE' }),
    ),
  },
  closed,
)

const CURRENCIES = Intl.supportedValuesOf('currency')
const Currency = Type.Object(
  {
    code: Type.Enum(CURRENCIES, { description: 'a three-letter currency code, such as EUR' }),
    place: Type.Optional(Type.Enum(['before', 'after'], { description: '"before" or "after"' })),
  },
  closed,
)

/** The placeholders of each link template; each may also use the interface language. */
const PLACEHOLDERS = {
  teachers: ['language', 'locale'],
  teacher: ['teacherId', 'language', 'locale'],
  vocabularySet: ['vocabularySetId', 'locale'],
  community: ['report', 'locale'],
  booking: ['teacherId', 'language', 'locale'],
} as const
const TEMPLATE = 'an address that begins with http:// or https://, without "#"'
const Template = Type.String({ pattern: '^https?://[^\\s"<>#]+$', description: TEMPLATE })
const Links = Type.Object(
  {
    teachers: Type.Optional(Template),
    teacher: Type.Optional(Template),
    vocabularySet: Type.Optional(Template),
    community: Type.Optional(
      Type.Union([Type.Literal(false), Template], { description: `${TEMPLATE}; or false for none` }),
    ),
    booking: Type.Optional(Template),
    languages: Type.Optional(some(LANGUAGES satisfies readonly Language[], text(40, 'the name of a language'))),
    campaign: Type.Optional(
      Type.String({
        pattern: '^[\\w.~%+-]+=[\\w.~%+-]*(&[\\w.~%+-]+=[\\w.~%+-]*)*$',
        description: 'parameters such as utm_source=quiz&utm_medium=report',
      }),
    ),
  },
  closed,
)

const BrandFile = Type.Object(
  {
    name: Name,
    names: Type.Optional(some(LOCALES satisfies readonly Locale[], Name)),
    home: Type.Optional(Address),
    logo: Type.Optional(Picture),
    colors: Type.Optional(Type.Object({ light: Color, dark: Color }, closed)),
    face: Type.Optional(some(FACE_SCRIPTS satisfies readonly FaceScript[], Font)),
    legal: Type.Optional(Legal),
    links: Type.Optional(Links),
    currency: Type.Optional(Currency),
  },
  closed,
)
/** brand.json. */
export type BrandFile = Type.Static<typeof BrandFile>

/** Unknown placeholders. */
function placeholderErrors({ links = {} }: BrandFile): string[] {
  return Object.entries(PLACEHOLDERS).flatMap(([name, known]) => {
    const template = links[name as keyof typeof PLACEHOLDERS] || ''
    const there = known.map((each) => `{${each}}`)
    return [...template.matchAll(/\{[^}]*\}?|\}/g)]
      .filter(([found]) => !there.includes(found))
      .map(([found]) => `links.${name}: there is no placeholder ${found}; there are ${there.join(', ')}`)
  })
}

/** The errors in a brand.json, one line per field. */
export function contentErrors(content: unknown): string[] {
  const errors = Array.from(findErrors(BrandFile, content), (error) => describeError(error, 'the file'))
  return errors.length > 0 ? errors : placeholderErrors(content as BrandFile)
}
