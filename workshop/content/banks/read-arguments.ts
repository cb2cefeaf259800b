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
    | { mode: 'shared'; publicUrl: string | undefined }
}

/** Of a tunnel or proxy; what is shared stands directly below it. */
const ORIGIN = /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/

const READER = /^[^\p{C}]{1,80}$/u

/**
 * Reads the arguments of `npm run banks -- read`.
 * @throws Error that says what is wrong with them
 */
export function readArguments(args: string[]): ReadArguments {
  const { language, level, item, port, blind, reader, unconfirmed, share, address } = parseArgs({
    args,
    options: {
      language: { type: 'string' },
      level: { type: 'string' },
      item: { type: 'string' },
      port: { type: 'string', default: '4100' },
      blind: { type: 'boolean', default: false },
      reader: { type: 'string' },
      unconfirmed: { type: 'boolean', default: false },
      share: { type: 'boolean', default: false },
      address: { type: 'string' },
    },
  }).values
  if (!isLanguage(language)) throw new Error(`Say --language with one of ${LANGUAGES.join(', ')}.`)
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new Error(`“${port}” is no port.`)
  const common = { language, port: Number(port) }
  if (address !== undefined && !share) throw new Error('--address belongs to --share.')
  if (share) {
    if (blind || reader !== undefined || unconfirmed || level !== undefined || item !== undefined)
      throw new Error('--share shows the whole bank to readers who say their names themselves: leave out the others.')
    if (address !== undefined && !ORIGIN.test(address))
      throw new Error(`“${address}” is no address. Say one like https://read.example.org.`)
    return { ...common, shown: { mode: 'shared', publicUrl: address } }
  }
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
