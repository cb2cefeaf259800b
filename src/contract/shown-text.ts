import { Type } from 'typebox'
import { MAX_GRAPHEME_LENGTH } from './typed-text.ts'

/** A text that people type, with as many characters as they count. They are counted once it is cleaned. */
export const ShownText = (max: number) =>
  Type.String({ maxLength: MAX_GRAPHEME_LENGTH * max, description: `at most ${max} characters` })
