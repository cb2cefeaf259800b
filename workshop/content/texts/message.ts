import { parse, type Select, type Token } from '@messageformat/parser'
import { LANGUAGES } from '#quiz/languages.ts'

/** The placeholder and choice names on one path through a message. */
type Names = ReadonlySet<string>

/** The choice by tested language, which a translation may add wherever the English names the language. */
const LANGUAGE_KEY = 'languageKey'

const isChoice = (token: Token): token is Select => 'cases' in token

/** The names on every path through a message; choices multiply the paths. */
function waysThrough(tokens: readonly Token[]): Names[] {
  return tokens.reduce<Names[]>(
    (ways, token) => {
      if (!('arg' in token)) return ways
      const onward = isChoice(token)
        ? token.cases.flatMap(({ tokens: inner }) => waysThrough(inner))
        : [new Set<string>()]
      return ways.flatMap((way) => onward.map((names) => new Set([...way, ...names, token.arg])))
    },
    [new Set()],
  )
}

function choicesIn(tokens: readonly Token[]): Select[] {
  return tokens
    .filter(isChoice)
    .flatMap((choice) => [choice, ...choice.cases.flatMap((each) => choicesIn(each.tokens))])
}

function nameErrors(english: readonly Token[], tokens: readonly Token[]): string[] {
  const [englishWays, ways] = [waysThrough(english), waysThrough(tokens)]
  const known = new Set(englishWays.flatMap((way) => [...way]))
  if (known.has('language')) known.add(LANGUAGE_KEY)
  const needed = [...known].filter((name) => englishWays.every((way) => way.has(name)))
  const has = (way: Names, name: string) => way.has(name) || (name === 'language' && way.has(LANGUAGE_KEY))
  const unknown = new Set(ways.flatMap((way) => [...way]).filter((name) => !known.has(name)))
  const lost = needed.filter((name) => ways.some((way) => !has(way, name)))
  return [
    ...[...unknown].map((name) => `{${name}} is not in the English text`),
    ...lost.map((name) => `{${name}} is missing${ways.length > 1 ? ' in one of the cases' : ''}`),
  ]
}

function pluralErrors({ type, arg, cases }: Select, locale: string): string[] {
  const rules = new Intl.PluralRules(locale, { type: type === 'plural' ? 'cardinal' : 'ordinal' })
  const needed: string[] = rules.resolvedOptions().pluralCategories
  const given = cases.map(({ key }) => key)
  return [
    ...needed.filter((key) => !given.includes(key)).map((key) => `the ${type} of {${arg}} has no case “${key}”`),
    ...given
      .filter((key) => !needed.includes(key) && !/^=?\d+$/.test(key))
      .map((key) => `the ${type} of {${arg}} has the case “${key}”, which ${locale} does not know`),
  ]
}

function selectErrors({ arg, cases }: Select, english: readonly Select[]): string[] {
  const given = cases.map(({ key }) => key)
  const twin = english.find((choice) => choice.type === 'select' && choice.arg === arg)
  const known: readonly string[] = twin ? twin.cases.map(({ key }) => key) : [...LANGUAGES, 'other']
  const errors = given
    .filter((key) => !known.includes(key))
    .map((key) => `the select of {${arg}} has the unknown case “${key}”`)
  const needed = twin ? known : ['other']
  errors.push(
    ...needed.filter((key) => !given.includes(key)).map((key) => `the select of {${arg}} has no case “${key}”`),
  )
  const hasSign = (tokens: readonly Token[]): boolean => tokens.some(({ type }) => type === 'octothorpe')
  if (cases.some(({ tokens }) => hasSign(tokens)))
    errors.push('“#” inside a select stays a “#”; move the plural into the select')
  return errors
}

const tagsOf = (text: string) => (text.match(/<\/?\w+>/g) ?? []).sort().join(' ')

/** The parsed message, or the reason that it's invalid. */
function parsed(text: string): Token[] | string {
  try {
    return parse(text)
  } catch (error) {
    return `not an ICU message: ${(error instanceof Error ? error.message : String(error)).split('\n')[0]?.replace(/:$/, '')}`
  }
}

/**
 * The errors in the form of a translated ICU message, compared with the English one; empty if it's correct. A broken
 * English message is reported separately.
 */
export function messageErrors(english: string, text: string, locale: string): string[] {
  if (text.trim() === '') return ['it is empty']
  const [source, tokens] = [parsed(english), parsed(text)]
  if (typeof tokens === 'string') return [tokens]
  if (typeof source === 'string') return []
  const englishChoices = choicesIn(source)
  return [
    ...nameErrors(source, tokens),
    ...choicesIn(tokens).flatMap((choice) =>
      choice.type === 'select' ? selectErrors(choice, englishChoices) : pluralErrors(choice, locale),
    ),
    ...(tagsOf(english) === tagsOf(text)
      ? []
      : [`its tags are ${tagsOf(text) || 'none'}, but in English ${tagsOf(english)}`]),
    ...(text === text.trim() ? [] : ['it starts or ends with a space']),
  ]
}
