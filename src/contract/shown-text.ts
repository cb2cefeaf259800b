import { Type } from 'typebox'
import { MAX_GRAPHEME_LENGTH } from './typed-text.ts'

/** A text typed by users, of at most `max` characters as perceived, counted after cleaning. */
export const ShownText = (max: number) =>
  Type.String({ maxLength: MAX_GRAPHEME_LENGTH * max, description: `at most ${max} characters` })
