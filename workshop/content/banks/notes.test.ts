import { describe, expect, it } from 'vitest'
import { LOCALES } from '#contract/locales.ts'
import { LANGUAGES } from '#quiz/languages.ts'
import { readNotes, sourceVersion } from '#server/banks/notes.ts'
import { addedErrors, noteErrors, notesText, openNotes, type Source, sampleOf, wantedNotes } from './notes.ts'

const note: Source = { key: '62.0', source: '“Für” takes an accusative.', option: 'für' }
const made = (source: Source, text: string) => ({ [source.key]: [sourceVersion(source.source), text] as const })

describe('translated notes', () => {
  it('are open while missing, and again once their English has changed', () => {
    expect(openNotes([note], {})).toEqual({ missing: [note], outdated: [] })
    expect(openNotes([note], made(note, '«Für» pide acusativo.'))).toEqual({ missing: [], outdated: [] })
    const changed = { ...note, source: '“Für” takes the accusative.' }
    expect(openNotes([changed], made(note, '«Für» pide acusativo.'))).toEqual({ missing: [], outdated: [changed] })
  })

  it('are written one per line in bank order, without unneeded ones', () => {
    const notes = { ...made(note, 'A'), '62.1': ['0', 'B'], '9.0': ['0', 'gone'] } as const
    const text = notesText([note, { key: '62.1', source: '' }], notes)
    expect(text.split('\n').slice(1, 3)).toEqual([
      `  "62.0": ["${sourceVersion(note.source)}", "A"],`,
      '  "62.1": ["0", "B"]',
    ])
    expect(Object.keys(JSON.parse(text))).toEqual(['62.0', '62.1'])
  })

  it.each([
    ['«Für» pide acusativo.', []],
    [' ', ['is empty', 'starts or ends with a space', 'does not name “für” as the English does']],
    ['"Für" pide acusativo.', ['has straight quotation marks']],
    ['« Für » veut l’accusatif.', ['has a space that may break inside « » or before ;. Write U+00A0']],
    ['«\u00a0Für\u00a0» veut l’accusatif\u00a0;', []],
    ['Pide acusativo.', ['does not name “für” as the English does']],
    ['«Für» va en ____.', ['has a gap. Put the key in it']],
    [`«Für» pide ${'muy '.repeat(80)}acusativo.`, ['has more than 330 characters']],
  ])('have errors of form: %s', (text, errors) => {
    expect(noteErrors(note, text)).toEqual(errors)
  })

  it('are added only if translated from the current English', () => {
    const version = sourceVersion(note.source)
    const added = { key: note.key, version, text: '«Für» pide acusativo.' }
    expect(addedErrors(note, added)).toEqual([])
    expect(addedErrors(note, { ...added, version: sourceVersion('Another.') })).toEqual([
      'the English has changed since this version. List it again',
    ])
    expect(addedErrors(note, { ...added, text: '' })).toContain('is empty')
    expect(addedErrors(undefined, added)).toEqual(['no such note'])
  })

  it('are sampled deterministically, one in twenty per language', () => {
    const sample = sampleOf('ja')
    expect(sampleOf('ja')).toEqual(sample)
    for (const language of LANGUAGES) {
      const wanted = wantedNotes(language, 'ja')
      const { missing, outdated } = openNotes(wanted, readNotes(language, 'ja'))
      const present = wanted.length - missing.length - outdated.length
      expect(sample.filter((each) => each.language === language)).toHaveLength(Math.ceil(present / 20))
    }
  })

  it.each(LANGUAGES)('of %s have no errors of form', (language) => {
    const errors = LOCALES.flatMap((locale) => {
      const notes = readNotes(language, locale)
      return wantedNotes(language, locale).flatMap((source) => {
        const [version, text = ''] = notes[source.key] ?? []
        if (version !== sourceVersion(source.source)) return []
        return noteErrors(source, text).map((error) => `${locale} ${source.key} ${error}`)
      })
    })
    expect(errors).toEqual([])
  })
})
