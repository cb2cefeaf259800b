import type { FastifyBaseLogger } from 'fastify'
import { LEVELS, NATIVE_LEVEL } from '#quiz/constants.ts'
import { LANGUAGE_TAGS, LANGUAGES, type Language } from '#quiz/languages.ts'
import { levelNumber } from '#quiz/profile.ts'

/** An error in a reply: its place, the rule it breaks, and the value found there, if any. */
export type ReplyError = { path: string[]; rule: string; found?: unknown }

type Row = Record<string, unknown>
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every named value in a reply, with its place and the row that has it. */
function* fieldsOf(
  value: unknown,
  path: string[] = [],
): Generator<{ path: string[]; name: string; value: unknown; row: Row }> {
  if (Array.isArray(value)) for (const [index, one] of value.entries()) yield* fieldsOf(one, [...path, `${index}`])
  if (!isRow(value)) return
  for (const [name, one] of Object.entries(value)) {
    yield { path: [...path, name], name, value: one, row: value }
    yield* fieldsOf(one, [...path, name])
  }
}

/** Other names of the eight languages: their codes, and their own names. */
function findOtherNames(): Map<string, Language> {
  const names = new Map<string, Language>([['mandarin', 'chinese']])
  for (const language of LANGUAGES) {
    const { language: code } = new Intl.Locale(LANGUAGE_TAGS[language])
    const own = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? ''
    for (const name of [language, code, own.toLowerCase()]) names.set(name, language)
  }
  return names
}

/** Built on first use, so startup doesn't wait for it. */
let otherNames: ReadonlyMap<string, Language> | undefined

/** The language that a name probably means, ignoring case and a code's region. */
function meantBy(name: string): Language | undefined {
  otherNames ??= findOtherNames()
  const plain = name.toLowerCase().trim()
  return otherNames.get(plain) ?? otherNames.get(plain.split(/[-_]/)[0] as string)
}

/** 1 to 6 are A1 to C2. */
const LEVEL_NUMBERS = [...LEVELS.map(levelNumber), NATIVE_LEVEL]

const LANGUAGE_FIELDS = ['language', 'learning_language']
const COUNTRY_FIELDS = ['country_id', 'origin_country_id']

/** Languages, countries, and levels that the contract allows but the quiz can't use. */
export function findUnusableValues(reply: unknown): { errors: ReplyError[]; otherLanguages: string[] } {
  const errors: ReplyError[] = []
  const others = new Set<string>()
  for (const { path, name, value, row } of fieldsOf(reply)) {
    if (LANGUAGE_FIELDS.includes(name) && typeof value === 'string') {
      const meant = meantBy(value)
      if (value === '') errors.push({ path, rule: 'must name a language', found: value })
      else if (meant && meant !== value) errors.push({ path, rule: `must be ${meant} for that language`, found: value })
      else if (!meant) others.add(value)
      const isLevel = LEVEL_NUMBERS.includes(Number(row.level))
      if (meant && 'level' in row && !isLevel)
        errors.push({
          path: [...path.slice(0, -1), 'level'],
          rule: `must be a whole number from 1 (A1) to 6 (C2), or ${NATIVE_LEVEL} (native), for a tested language`,
          found: row.level,
        })
    }
    if (COUNTRY_FIELDS.includes(name) && value !== null && !/^[A-Z]{2}$/.test(String(value)))
      errors.push({ path, rule: 'must be two capital letters such as DE, or null', found: value })
  }
  return { errors, otherLanguages: [...others].sort() }
}

export type WarnOnce = (log: FastifyBaseLogger, call: string, reply: unknown) => void

/**
 * Warns of values that the quiz can't use, once per kind, because every reply contains the same ones. Never logs the
 * value.
 */
export function warnsOfUnusableValues(): WarnOnce {
  const told = new Set<string>()
  return (log, call, reply) => {
    for (const { path, rule } of findUnusableValues(reply).errors) {
      const error = `${path.map((part) => part.replace(/^\d+$/, '#')).join('.')} ${rule}`
      if (told.has(`${call} ${error}`)) continue
      told.add(`${call} ${error}`)
      log.warn({ call, error }, "the quiz cannot use a value in the marketplace's reply")
    }
  }
}
