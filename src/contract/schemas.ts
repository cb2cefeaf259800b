import { type TObjectOptions, type TProperties, type TSchema, type TSchemaOptions, Type } from 'typebox'
import { LEVELS } from '#quiz/constants.ts'
import { LANGUAGES } from '#quiz/languages.ts'
import { MAX_GRAPHEME_LENGTH } from './typed-text.ts'

// The parts that schemas share.

/** An object without other fields. */
export const Closed = <Fields extends TProperties>(fields: Fields, options: TObjectOptions = {}) =>
  Type.Object(fields, { ...options, additionalProperties: false })

export const Nullable = <Schema extends TSchema>(schema: Schema, options: TSchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options)

export const LanguageName = Type.Enum([...LANGUAGES])

export const LevelName = Type.Enum([...LEVELS])

export const DateTime = Type.String({ format: 'date-time' })

/** A text typed by users, of at most `max` characters as perceived, counted after cleaning. */
export const ShownText = (max: number) =>
  Type.String({ maxLength: MAX_GRAPHEME_LENGTH * max, description: `at most ${max} characters` })
