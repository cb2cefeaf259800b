/** Takes what is wrong with a setting: the rest of a sentence that begins with its name. No fault repeats a secret. */
export type Fault = (words: string) => void

/** All that is said about a setting. */
export type Setting<Value = unknown> = {
  /** What `.env.example` says about it; lines end where it suits the entry. */
  help: string | readonly string[]
  /** As `.env.example` gives it; an empty setting takes it too. */
  default: string
  /** Whether it may come from a file: whoever can list processes or containers sees their environment. */
  isSecret?: boolean
  /** The settings without which this one is refused; of those in a list, any one will do. */
  needs?: readonly (string | readonly string[])[]
  /** The value of a text; it counts only if there is no fault. */
  read: (text: string, fault: Fault) => Value
}

/** The form of a text, or of each item of a list, and what the setting has to be, in words. */
export type Form = { pattern: RegExp; words: string }

type About = Pick<Setting, 'help' | 'isSecret' | 'needs'>

type TextOptions = About & {
  default?: string
  /** Without one, any text will do. */
  form?: Form
  /** Whether the word `none` empties the setting, which takes its default if it is empty. */
  mayBeNone?: boolean
  /** What is wrong with a text, or an item of a list, although its form is right. */
  faultOf?: (item: string) => string | undefined
}

function itemsSetting<Value>(
  { default: initial = '', form, mayBeNone, faultOf, ...about }: TextOptions,
  split: (text: string) => readonly string[],
  toValue: (items: readonly string[]) => Value,
): Setting<Value> {
  const hasForm = (items: readonly string[]) =>
    !form || (items.length > 0 && items.every((one) => form.pattern.test(one)))
  const orEmpty = mayBeNone ? '; or none' : initial === '' ? '; or empty' : ''
  return {
    ...about,
    default: initial,
    read(text, fault) {
      if (text === '' || (mayBeNone && text === 'none')) return toValue([])
      const items = split(text)
      if (!hasForm(items)) fault(`must be ${form?.words}${orEmpty}`)
      else for (const words of items.map((item) => faultOf?.(item))) if (words) fault(words)
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

/** Texts with commas between. `normalize` spells an item as the code compares it. */
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
    read(text, fault) {
      const value = Number(text)
      if (!Number.isInteger(value) || value < from || value > to) fault(`must be a whole number from ${from} to ${to}`)
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
    read(text, fault) {
      const chosen = words.find((word) => word === text)
      if (chosen === undefined) fault(`must be one of ${words.join(', ')}`)
      return chosen ?? initial
    },
  }
}
