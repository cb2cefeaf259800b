/**
 * The notes that explain answers, in the interface languages.
 *   npm run banks -- notes                                          how many are translated
 *   npm run banks -- notes --language german --locale ja            prints what to translate, one JSON object per line
 *   npm run banks -- notes --language german --locale ja --add f    adds translations: lines {"key","version","text"}
 *   npm run banks -- notes --locale ja --sample [--draw 2]          prints one in twenty, for another reader
 *   npm run banks -- notes --locale ja --judged f --reader "name"   records judgments: lines
 * {"language","key","version","verdict","teaches","notes"}
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { isLanguage, LANGUAGES, type Language } from '#quiz/languages.ts'
import { notesFile, readNotes, sourceVersion } from '#server/banks/notes.ts'
import { readJsonLines, stopWith } from '../readings.ts'
import { type NoteJudgment, noteJudgmentErrors, recordNotes } from './note-readings.ts'
import { type AddedNote, addedErrors, notesText, openNotes, type Source, sampleOf, wantedNotes } from './notes.ts'

const { values } = parseArgs({
  options: {
    language: { type: 'string' },
    locale: { type: 'string' },
    add: { type: 'string' },
    sample: { type: 'boolean', default: false },
    draw: { type: 'string', default: '1' },
    judged: { type: 'string' },
    reader: { type: 'string' },
  },
})

const print = (rows: readonly object[]) => {
  for (const row of rows) console.log(JSON.stringify(row))
}

/** The context for writing or judging a note. */
const context = ({ key, source, item, option }: Source) => ({
  key,
  version: sourceVersion(source),
  english: source,
  ...(item && { stem: item.question, answer: item.correct }),
  ...(option && { option }),
})

function add(language: Language, locale: Locale, file: string): void {
  const wanted = new Map(wantedNotes(language, locale).map((source) => [source.key, source]))
  const added = readJsonLines<AddedNote>(file)
  stopWith(added.flatMap((note) => addedErrors(wanted.get(note.key), note).map((error) => `${note.key}: ${error}`)))
  const entries = added.map(({ key, version, text }) => [key, [version, text] as const])
  const notes = { ...readNotes(language, locale), ...Object.fromEntries(entries) }
  mkdirSync(`data/notes/${language}`, { recursive: true })
  writeFileSync(notesFile(language, locale), notesText([...wanted.values()], notes))
  console.log(`Added ${added.length} notes to ${notesFile(language, locale)}.`)
}

function judge(locale: Locale, draw: number, file: string, reader: string): void {
  const judgments = readJsonLines<NoteJudgment>(file)
  stopWith(noteJudgmentErrors(judgments, locale))
  recordNotes(judgments, locale, draw, reader)
  console.log(`Recorded ${judgments.length} judgments.`)
}

const { language } = values
const locale = LOCALES.find((tag) => tag === values.locale)
const draw = Number(values.draw)
if (language !== undefined && !isLanguage(language))
  throw new Error(`There is no bank for "${language}". Use one of ${LANGUAGES.join(', ')}.`)
if (values.locale !== undefined && !locale)
  throw new Error(`There is no interface in "${values.locale}". Use one of ${LOCALES.join(', ')}.`)
if (!Number.isInteger(draw) || draw < 1) throw new Error('--draw must be a whole number of at least 1.')
if ((values.judged !== undefined) !== (values.reader !== undefined))
  throw new Error('Use --judged together with --reader.')

if (locale && values.judged && values.reader) judge(locale, draw, values.judged, values.reader)
else if (locale && values.sample)
  print(
    sampleOf(locale, draw).map((each) => ({
      language: each.language,
      ...context(each),
      text: each.text,
      version: sourceVersion(each.text),
    })),
  )
else if (language && locale && values.add) add(language, locale, values.add)
else if (language && locale) {
  const { missing, outdated } = openNotes(wantedNotes(language, locale), readNotes(language, locale))
  print([...missing, ...outdated].map(context))
} else
  for (const each of language ? [language] : LANGUAGES)
    for (const tag of locale ? [locale] : LOCALES) {
      const wanted = wantedNotes(each, tag)
      const { missing, outdated } = openNotes(wanted, readNotes(each, tag))
      const done = wanted.length - missing.length - outdated.length
      console.log(`${each.padEnd(8)} ${tag.padEnd(5)} ${done} of ${wanted.length}, ${outdated.length} outdated`)
    }
