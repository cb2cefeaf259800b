import { describe, expect, it } from 'vitest'
import { bankErrors, pointsErrors } from './all-rules.ts'
import { languageBank, readLanguageBank, readPictureFiles, readPictureKeys } from './language-bank.ts'
import { pictureFileErrors } from './pictures.ts'
import { PLACE, plantedBank, replaced, reportedAfter, reportedOn } from './planted.ts'

describe('the form of an item', () => {
  it.each<[error: string, change: Record<string, unknown>]>([
    ['a field missing', { image: undefined }],
    ['an unknown field', { kind: 'verb' }],
    ['an id as a string', { id: '61' }],
    ['a level that does not exist', { level: 'B3' }],
    ['two keys', { correct: ['plays', 'play'] }],
    ['two distractors', { incorrect: ['makes', 'turns'] }],
    ['an empty distractor', { incorrect: ['makes', 'turns', ' '] }],
    ['a note that is not a string', { why: ['It is wrong.', 'It is wrong.', 3] }],
    ['a sentence with a picture', { image: 'apple' }],
    ['neither sentence nor picture', { question: '' }],
    ['an id out of order', { id: 400 }],
  ])('%s', (_, change) => {
    const bank = plantedBank('english', change)
    const place = change.id === 400 ? 400 : PLACE
    expect(reportedOn(place, bank)).toEqual(['0 fail'])
  })

  it('counts the items of a level, but not while an item is malformed', () => {
    const { entries, points, pictureKeys } = readLanguageBank('english')
    const short = languageBank('english', entries.slice(0, -1), points, pictureKeys)
    expect(reportedOn(null, short)).toEqual(expect.arrayContaining(['0 fail', '1 fail']))
    expect(reportedOn(null, replaced('english', { 180: 'no item' }))).toEqual([])
  })

  it('keeps pictures to A1 and A2', () => {
    expect(reportedAfter('english', { level: 'A2' })).toEqual(['0 fail'])
  })
})

const pair = (sentence: string) => ({ option: 'not … any', sentence })

describe('the notes (rule 2)', () => {
  const others = ['“Makes” is wrong.', '“Moves” is wrong.']
  it.each<[error: string, note: string, reported: string[]]>([
    ['empty', ' ', ['2 fail', '19 fail']],
    ['too long', `“Turns” ${'is wrong'.repeat(26)}.`, ['2 fail']],
    ['without an end', '“Turns” is wrong', ['2 fail']],
    ['that quotes nothing', 'It is wrong.', ['2 fail']],
    ['that repeats another', '“Makes” is wrong.', ['2 fail']],
    ['with a quoted sentence', 'It is no answer to “Who is it? Tell me.” in any case.', []],
  ])('a note %s', (_, note, reported) => {
    expect(reportedAfter('english', { why: [...others, note] })).toEqual(reported)
  })

  it('requires three', () => {
    expect(reportedAfter('english', { why: others })).toEqual(['2 fail'])
  })

  it.each([
    ['none', undefined, ['2 fail']],
    ['too long', `“Plays” ${'is right'.repeat(28)}.`, ['2 fail']],
    ['one that quotes nothing', 'It is right.', ['2 fail']],
    ['one', '“Plays” goes with “the piano”.', []],
  ])('of the key: %s', (_, whyRight, reported) => {
    expect(reportedAfter('english', { whyRight })).toEqual(reported)
  })

  it.each<[error: string, change: Record<string, unknown>, reported: string[]]>([
    ['a pair', { pair: { option: 'makes', sentence: 'She makes tea.' } }, []],
    ['a pair about the key', { pair: { option: 'plays', sentence: 'She plays.' } }, ['2 fail']],
    ['a pair without its option', { pair: { option: 'makes', sentence: 'She made tea.' } }, ['2 fail']],
    ['a pair of two parts', { incorrect: ['not … any', 'b', 'c'], pair: pair('Do not eat any.') }, []],
    [
      'a pair of two parts in another order',
      { incorrect: ['not … any', 'b', 'c'], pair: pair('Any, not.') },
      ['2 fail'],
    ],
    ['a word of grammar', { word: 'play the piano' }, ['2 fail']],
    ['a word', { point: 'V1', word: 'play the piano' }, []],
    ['a word that is the key', { point: 'V1', word: 'plays' }, ['2 fail']],
  ])('%s', (_, change, reported) => {
    expect(reportedAfter('english', change).filter((each) => each.startsWith('2 '))).toEqual(reported)
  })
})

describe('the blueprint', () => {
  it('finds a point outside it and the cell that lacks the item (rule 1)', () => {
    const bank = plantedBank('english', { point: 'G11' })
    expect(reportedOn(PLACE, bank)).toEqual(['1 fail'])
    expect(bankErrors(bank).find((error) => error.rule === 1 && error.item === null)?.message).toContain('B1 G1 ')
  })

  it('finds missing and unused names', () => {
    const { entries, points, pictureKeys } = readLanguageBank('english')
    const { G1: _, ...others } = points.B1 ?? {}
    const bank = languageBank('english', entries, { ...points, B1: { ...others, G12: 'Tenses' } }, pictureKeys)
    const found = pointsErrors(bank).filter(({ message }) => message.includes('B1'))
    expect(found.map(({ item }) => item)).toEqual([null, 61, 62])
  })
})

describe('the pictures', () => {
  const first = readLanguageBank('japanese').items[0]

  it.each<[error: string, change: Record<string, unknown>]>([
    ['a picture in the wrong place', { image: 'bread' }],
    ['another word', { correct: ['ミルク'] }],
    ['distractors in another order', { incorrect: first?.incorrect.toReversed() }],
    ['another field', { point: 'animal' }],
    ['a word in kanji', { correct: ['肉'] }],
  ])('%s', (_, change) => {
    expect(reportedOn(1, replaced('japanese', { 1: { ...first, ...change } }))).toEqual(['21 fail'])
  })

  it('requires kana at A1 even if the word list has kanji', () => {
    const { entries, points, pictureKeys } = readLanguageBank('japanese')
    const kanji = (text: string) => text.replaceAll('たまねぎ', '玉葱')
    const withKanji = <Data>(data: Data): Data => JSON.parse(kanji(JSON.stringify(data)))
    const bank = languageBank('japanese', withKanji(entries), points, withKanji(pictureKeys))
    expect(reportedOn(1, bank)).toEqual(['21 fail'])
  })

  it('finds missing and unused files', () => {
    const files = readPictureFiles()
    expect(pictureFileErrors(readPictureKeys(), files)).toEqual([])
    const changed = [...files.filter((file) => file !== 'apple@2x.jpg'), 'pear.jpg']
    expect(pictureFileErrors(readPictureKeys(), changed).map(({ message }) => message.split(' ')[0])).toEqual([
      'apple@2x.jpg',
      'pear.jpg',
    ])
  })
})
