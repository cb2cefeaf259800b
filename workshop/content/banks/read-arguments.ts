import { parseArgs } from 'node:util'
import { isLanguage, LANGUAGES, type Language } from '#quiz/languages.ts'
import { isLevel, LEVELS, type Level } from '#quiz/levels.ts'

/** What `npm run banks -- read` is asked to show. */
export type ReadArguments = {
  language: Language
  port: number
  shown:
    | { mode: 'open'; level: Level | undefined; item: number | undefined }
    | { mode: 'blind'; reader: string; isUnconfirmedOnly: boolean }
}

const READER = /^[^\p{C}]{1,80}$/u

/**
 * Reads the arguments of `npm run banks -- read`.
 * @throws Error that says what is wrong with them
 */
export function readArguments(args: string[]): ReadArguments {
  const { language, level, item, port, blind, reader, unconfirmed } = parseArgs({
    args,
    options: {
      language: { type: 'string' },
      level: { type: 'string' },
      item: { type: 'string' },
      port: { type: 'string', default: '4100' },
      blind: { type: 'boolean', default: false },
      reader: { type: 'string' },
      unconfirmed: { type: 'boolean', default: false },
    },
  }).values
  if (!isLanguage(language)) throw new Error(`Say --language with one of ${LANGUAGES.join(', ')}.`)
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new Error(`“${port}” is no port.`)
  const common = { language, port: Number(port) }
  if (blind) {
    if (level !== undefined || item !== undefined)
      throw new Error('A blind reader is told no level: leave out --level and --item.')
    const name = reader?.trim() ?? ''
    if (!READER.test(name)) throw new Error('Say --reader "name", at most 80 characters.')
    return { ...common, shown: { mode: 'blind', reader: name, isUnconfirmedOnly: unconfirmed } }
  }
  if (reader !== undefined || unconfirmed) throw new Error('--reader and --unconfirmed belong to --blind.')
  if (level !== undefined && !isLevel(level))
    throw new Error(`“${level}” is no level. Say one of ${LEVELS.join(', ')}.`)
  if (item !== undefined && !/^[1-9]\d{0,3}$/.test(item)) throw new Error(`“${item}” is no number of an item.`)
  return { ...common, shown: { mode: 'open', level, item: item === undefined ? undefined : Number(item) } }
}
