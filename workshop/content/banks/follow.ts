/**
 * Lists what to update after changing a sentence. None of it blocks a change: other languages show English until a
 * translation exists.
 *
 *   npm run banks -- follow [--language german] [--since main]
 */
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { LOCALES } from '#contract/locales.ts'
import type { Item } from '#quiz/bank.ts'
import { isLanguage, LANGUAGES, type Language } from '#quiz/languages.ts'
import { readNotes } from '#server/banks/notes.ts'
import { readRuby } from '#server/banks/ruby.ts'
import { bankFile, readLanguageBank, sentences } from './check/language-bank.ts'
import { rubyErrors } from './check/ruby.ts'
import { changedItems, unchangedNotes } from './followers.ts'
import { openNotes, wantedNotes } from './notes.ts'
import { RUBY_LEDGER } from './ruby-readings.ts'

const { values } = parseArgs({ options: { language: { type: 'string' }, since: { type: 'string', default: 'HEAD' } } })
if (values.language !== undefined && !isLanguage(values.language))
  throw new Error(`There is no bank for "${values.language}". Use one of ${LANGUAGES.join(', ')}.`)
const languages: readonly Language[] = values.language ? [values.language] : LANGUAGES

/** @throws Error if git doesn't know the version */
function bankThen(language: Language): Item[] {
  const file = `${values.since}:${bankFile(language)}`
  return JSON.parse(execFileSync('git', ['show', file], { encoding: 'utf8', maxBuffer: 2 ** 26 }))
}

/** The interface languages that lack texts of an item, with the missing keys. */
function openIn(language: Language, { id }: Item): Map<string, string[]> {
  const waiting = new Map<string, string[]>()
  for (const locale of LOCALES) {
    const { missing, outdated } = openNotes(wantedNotes(language, locale), readNotes(language, locale))
    const keys = [...missing, ...outdated].filter(({ item }) => item?.id === id).map(({ key }) => key)
    if (keys.length > 0) waiting.set(keys.join(', '), [...(waiting.get(keys.join(', ')) ?? []), locale])
  }
  return waiting
}

let found = 0
for (const language of languages) {
  const bank = readLanguageBank(language)
  const before = bankThen(language)
  const unread = rubyErrors(bank, readRuby(language), RUBY_LEDGER.read())
  for (const item of changedItems(before, sentences(bank))) {
    found += 1
    console.log(`${language} ${item.id}: ${item.question}`)
    const stale = unchangedNotes(before, item)
    if (stale.length > 0) console.log(`  read again in ${bankFile(language)}: ${stale.join(', ')}`)
    for (const { message } of unread.filter((error) => error.item === item.id)) console.log(`  ${message}`)
    for (const [keys, locales] of openIn(language, item)) console.log(`  ${locales.join(' ')}: ${keys}`)
    console.log(`  to be read blind: npm run --silent banks -- sheet --language ${language} > sheet.json`)
  }
}
if (found === 0) console.log(`No stem and no option has changed since ${values.since}.`)
