import { DEFAULT_LOCALE, type Locale } from '#contract/locales.ts'
import { seededRandom } from '#harness/seeded-random.ts'
import type { Item } from '#quiz/bank.ts'
import { LANGUAGES, type Language } from '#quiz/languages.ts'
import { shuffle } from '#quiz/random.ts'
import { type Notes, noteKeys, readNotes, solvedSentence, sourceVersion, wordInSentence } from '#server/banks/notes.ts'
import { isOwn } from '#server/banks/picture-words.ts'
import { BLANK, readLanguageBank } from './check/language-bank.ts'
import type { NoteReading } from './note-readings.ts'

/** A text to translate; `option` is the subject of a note. */
export type Source = { key: string; source: string; item?: Item; option?: string }

/** All texts about a tested language for readers in an interface language, in bank order. */
export function wantedNotes(language: Language, locale: Locale): Source[] {
  const { items, points } = readLanguageBank(language)
  const sentences = items.filter(({ question }) => question)
  const words = sentences.filter(({ point }) => point.startsWith('V'))
  const meanings = words.map((item) => ({ key: noteKeys.meaning(item), source: wordInSentence(item), item }))
  const translations = isOwn(language, locale)
    ? []
    : sentences.map((item) => ({ key: noteKeys.translation(item), source: solvedSentence(item), item }))
  if (locale === DEFAULT_LOCALE) return [...meanings, ...translations]
  const names = Object.entries(points).flatMap(([group, named]) =>
    Object.entries(named).map(([point, source]) => ({ key: `${group}.${point}`, source })),
  )
  const whys = items.flatMap((item) =>
    item.why.map((source, index) => ({ key: noteKeys.why(item, index), source, item, option: item.incorrect[index] })),
  )
  const reasons = sentences.flatMap((item) => {
    const { whyRight } = item
    return whyRight ? [{ key: noteKeys.whyRight(item), source: whyRight, item }] : []
  })
  return [...names, ...reasons, ...whys, ...meanings, ...translations]
}

/** Texts shown in English: never translated, or translated from an outdated version. */
export function openNotes(wanted: readonly Source[], notes: Notes): { missing: Source[]; outdated: Source[] } {
  const open = wanted.filter(({ key, source }) => notes[key]?.[0] !== sourceVersion(source))
  return { missing: open.filter(({ key }) => !notes[key]), outdated: open.filter(({ key }) => notes[key]) }
}

/** The content of the file: one note per line, in bank order, without unneeded ones. */
export function notesText(wanted: readonly Source[], notes: Notes): string {
  const lines = wanted.flatMap(({ key }) => {
    const note = notes[key]
    return note ? [`  ${JSON.stringify(key)}: [${JSON.stringify(note[0])}, ${JSON.stringify(note[1])}]`] : []
  })
  return `{\n${lines.join(',\n')}\n}\n`
}

/** Errors in the form of a translated note; empty if there are none. Only a reader can judge whether it's true. */
export function noteErrors({ source, option }: Source, text: string): string[] {
  const fold = (one: string) => one.toLocaleLowerCase().replaceAll('’', "'")
  const isNamed = !option || !fold(source).includes(fold(option)) || fold(text).includes(fold(option))
  return [
    ...(text.trim() === '' ? ['is empty'] : []),
    ...(text.trim() === text ? [] : ['starts or ends with a space']),
    ...(text.includes(BLANK) ? ['has a gap. Put the key in it'] : []),
    ...(/"|(^|\s)'/.test(text) ? ['has straight quotation marks'] : []),
    ...(/« | [»;]/.test(text) ? ['has a space that may break inside « » or before ;. Write U+00A0'] : []),
    ...([...text].length > MAX_NOTE_LENGTH ? [`has more than ${MAX_NOTE_LENGTH} characters`] : []),
    ...(isNamed ? [] : [`does not name “${option}” as the English does`]),
  ]
}

const MAX_NOTE_LENGTH = 330

/** A translation as submitted; `version` is that of its English source. */
export type AddedNote = { key: string; version: string; text: string }

/** The reasons why a translation can't be added; empty if it can. */
export function addedErrors(wanted: Source | undefined, { version, text }: AddedNote): string[] {
  if (!wanted) return ['no such note']
  if (version !== sourceVersion(wanted.source)) return ['the English has changed since this version. List it again']
  return noteErrors(wanted, text)
}

const SAMPLE = 0.05

/**
 * A twentieth of a locale's translations for another reader, chosen at random but the same for everyone. `draw` is the
 * number of the sample.
 */
export function sampleOf(locale: Locale, draw = 1): (Source & { language: Language; text: string })[] {
  return LANGUAGES.flatMap((language) => {
    const notes = readNotes(language, locale)
    const present = wantedNotes(language, locale).flatMap((source) => {
      const [version, text] = notes[source.key] ?? []
      return text !== undefined && version === sourceVersion(source.source) ? [{ ...source, language, text }] : []
    })
    return shuffle(present, seededRandom(draw)).slice(0, Math.ceil(present.length * SAMPLE))
  })
}

/**
 * For one interface language: how many notes are wanted and translated, readers' judgments of those in one sample, and
 * how many of these have changed since.
 */
export function noteFigures(locale: Locale, draw: number, readings: readonly NoteReading[]) {
  const each = LANGUAGES.map((language) => {
    const wanted = wantedNotes(language, locale)
    const notes = readNotes(language, locale)
    const { missing, outdated } = openNotes(wanted, notes)
    const judged = readings.filter(
      (reading) => reading.language === language && reading.locale === locale && reading.draw === draw,
    )
    const isReworded = ({ key, version }: NoteReading) => sourceVersion(notes[key]?.[1] ?? '') !== version
    return {
      wanted: wanted.length,
      translated: wanted.length - missing.length - outdated.length,
      judged,
      reworded: judged.filter(isReworded).length,
    }
  })
  const judged = each.flatMap((one) => one.judged)
  const sum = (of: (one: (typeof each)[number]) => number) => each.reduce((total, one) => total + of(one), 0)
  return {
    wanted: sum(({ wanted }) => wanted),
    translated: sum(({ translated }) => translated),
    judged: judged.length,
    unclear: judged.filter(({ verdict }) => verdict === 'unclear').length,
    lessons: judged.filter(({ teaches }) => teaches !== undefined).length,
    teaching: judged.filter(({ teaches }) => teaches === true).length,
    false: judged.filter(({ verdict }) => verdict === 'false').length,
    reworded: sum(({ reworded }) => reworded),
    readers: [...new Set(judged.map(({ reader }) => reader))],
  }
}
