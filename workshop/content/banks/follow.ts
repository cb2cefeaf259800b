/**
 * Lists what changed in the banks, which readings that invalidated, and what to update. None of it blocks a change:
 * other languages show English until there's a translation.
 *
 *   npm run banks -- follow [--language german] [--since main]
 *
 * `--since release` compares with the latest release.
 */
import { parseArgs } from 'node:util'
import { LOCALES } from '#contract/locales.ts'
import type { Item } from '#quiz/bank.ts'
import { isLanguage, LANGUAGES, type Language } from '#quiz/languages.ts'
import { readNotes } from '#server/banks/notes.ts'
import { readRuby } from '#server/banks/ruby.ts'
import { bankThen, commitOf } from './bank-then.ts'
import { bankFile, readLanguageBank } from './check/language-bank.ts'
import { rubyErrors } from './check/ruby.ts'
import { changedItems, readingsOf, unchangedNotes } from './followers.ts'
import { itemLedger } from './item-readings.ts'
import { openNotes, wantedNotes } from './notes.ts'
import { RUBY_LEDGER } from './ruby-readings.ts'

const { values } = parseArgs({ options: { language: { type: 'string' }, since: { type: 'string', default: 'HEAD' } } })
if (values.language !== undefined && !isLanguage(values.language))
  throw new Error(`There is no bank for "${values.language}". Use one of ${LANGUAGES.join(', ')}.`)
const languages: readonly Language[] = values.language ? [values.language] : LANGUAGES

const commit = commitOf(values.since)

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

const total = { changed: 0, lost: 0, unread: 0 }
for (const language of languages) {
  const bank = readLanguageBank(language)
  const before = bankThen(language, commit)
  const readings = itemLedger(language).read()
  const unread = rubyErrors(bank, readRuby(language), RUBY_LEDGER.read())
  for (const item of changedItems(before, bank.items)) {
    const { kept, lost } = readingsOf(before, item, readings)
    total.changed += 1
    total.lost += lost
    console.log(`${language} ${item.id}, ${item.level}: ${item.question || `picture ${item.image}`}`)
    console.log(`  lost ${lost} readings, has ${kept} of its current wording`)
    const stale = unchangedNotes(before, item)
    if (stale.length > 0) console.log(`  check again in ${bankFile(language)}: ${stale.join(', ')}`)
    for (const { message } of unread.filter((error) => error.item === item.id)) console.log(`  ${message}`)
    for (const [keys, locales] of openIn(language, item)) console.log(`  ${locales.join(' ')}: ${keys}`)
    if (kept > 0) continue
    total.unread += 1
    console.log(`  to get a blind reading: npm run banks -- sheet --language ${language} --into sheet`)
  }
}
console.log(
  `${total.changed} items changed since ${commit}: ${total.lost} readings lost, ${total.unread} items unread.`,
)
