import { Type } from 'typebox'
import { findErrors } from '#contract/schema-errors.ts'

/** Reports an error in a setting, as the rest of a sentence that begins with its name. Never repeats a secret. */
export type AddError = (words: string) => void

/** One setting. */
export type Setting<Value = unknown> = {
  /** Its comment in `.env.example`. */
  help: string | readonly string[]
  /** As written in `.env.example`; an empty setting uses it too. */
  default: string
  /** Whether it can be read from a file. The environment is visible to anyone who can list processes or containers. */
  isSecret?: boolean
  /** Settings required along with this one; in a nested list, one of them is enough. */
  needs?: readonly (string | readonly string[])[]
  /** Parses the text. The value is used only if no error was reported. */
  read: (text: string, addError: AddError) => Value
}

/** The pattern of a text or of each list item, and its description for error messages. */
export type Form = { pattern: RegExp; words: string }

type About = Pick<Setting, 'help' | 'isSecret' | 'needs'>

type TextOptions = About & {
  default?: string
  /** Without one, any text is valid. */
  form?: Form
  /** Whether `none` empties the setting; left empty, it uses its default. */
  mayBeNone?: boolean
  /** Checks an item that matches the form. Returns the error, if any. */
  errorOf?: (item: string) => string | undefined
}

function itemsSetting<Value>(
  { default: initial = '', form, mayBeNone, errorOf, ...about }: TextOptions,
  split: (text: string) => readonly string[],
  toValue: (items: readonly string[]) => Value,
): Setting<Value> {
  const hasForm = (items: readonly string[]) =>
    !form || (items.length > 0 && items.every((one) => form.pattern.test(one)))
  const orEmpty = mayBeNone ? '; or none' : initial === '' ? '; or empty' : ''
  return {
    ...about,
    default: initial,
    read(text, addError) {
      if (text === '' || (mayBeNone && text === 'none')) return toValue([])
      const items = split(text)
      if (!hasForm(items)) addError(`must be ${form?.words}${orEmpty}`)
      else for (const words of items.map((item) => errorOf?.(item))) if (words) addError(words)
      return toValue(items)
    },
  }
}

/** A text. */
export function text(options: TextOptions): Setting<string> {
  return itemsSetting(
    options,
    (whole) => [whole],
    ([whole = '']) => whole,
  )
}

/** Comma-separated texts. `normalize` converts items to the form that the code compares. */
export function list({
  normalize = (item) => item,
  ...options
}: TextOptions & { normalize?: (item: string) => string }): Setting<readonly string[]> {
  return itemsSetting(
    options,
    (whole) =>
      whole
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    (items) => items.map(normalize),
  )
}

/** A whole number. */
export function number({
  default: initial,
  from,
  to,
  ...about
}: About & { default: number; from: number; to: number }): Setting<number> {
  return {
    ...about,
    default: String(initial),
    read(text, addError) {
      const value = Number(text)
      if (!Number.isInteger(value) || value < from || value > to)
        addError(`must be a whole number from ${from} to ${to}`)
      return value
    },
  }
}

/** One of several words. */
export function choice<const Word extends string>(
  words: readonly Word[],
  { default: initial, ...about }: About & { default: NoInfer<Word> },
): Setting<Word> {
  return {
    ...about,
    default: initial,
    read(text, addError) {
      for (const { rule } of findErrors(Type.Enum([...words]), text)) addError(rule)
      return text as Word
    },
  }
}
