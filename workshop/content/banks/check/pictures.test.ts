import { describe, expect, it } from 'vitest'
import type { ListLevel } from '#quiz/bank.ts'
import { pictureAnchorErrors } from './anchor.ts'
import { type PictureKey, readLanguageBank, readPictureKeys } from './language-bank.ts'
import { pictureSetErrors } from './pictures.ts'
import { replaced, reportedOn } from './planted.ts'

const keys = readPictureKeys()
const told = (change: (entry: PictureKey) => Partial<PictureKey>) =>
  pictureSetErrors(keys.map((entry) => ({ ...entry, ...change(entry) }))).map(({ message }) => message)

describe('the picture sets', () => {
  it('have varied distractors from one field on varied backgrounds', () => {
    expect(pictureSetErrors(keys)).toEqual([])
  })

  it.each<[error: string, change: (entry: PictureKey) => Partial<PictureKey>, said: string]>([
    ['another field', ({ key }) => (key === 'cat' ? { distractors: ['dog', 'hand', 'cow'] } : {}), '“cat” has “hand”'],
    [
      'one family twice',
      ({ key }) =>
        key === 'cat' || key === 'dog' ? { distractors: ['cow', 'pig', key === 'cat' ? 'dog' : 'cat'] } : {},
      '“dog” has the words of “cat”',
    ],
    [
      'a word in every set',
      ({ key, field, distractors }) =>
        field === 'food' && key !== 'rice' ? { distractors: ['rice', ...distractors.slice(0, 2)] } : {},
      '“rice” is wrong in 8 sets',
    ],
    ['one background for a field', ({ field }) => (field === 'animal' ? { ground: 'mint' } : {}), '6 of 6 pictures'],
  ])('not with %s', (_, change, said) => {
    expect(told(change).some((message) => message.includes(said))).toBe(true)
  })
})

describe('the anchors of the pictures', () => {
  const severities = (anchors: PictureKey['anchors']) =>
    pictureAnchorErrors(keys.map((entry) => (entry.key === 'dog' ? { ...entry, anchors } : entry)))
      .filter(({ message }) => message.startsWith('“dog” in french'))
      .map(({ severity }) => severity)

  it.each<[name: string, french: ListLevel | undefined, found: string[]]>([
    ['its level', { list: 'FLELex', level: 'A1' }, []],
    ['one level away', { list: 'FLELex', level: 'A2' }, []],
    ['two levels away', { list: 'FLELex', level: 'B1' }, ['look']],
    ['on no list', { list: 'FLELex', level: null }, []],
    ['a list of another language', { list: 'Goethe', level: 'A1' }, ['fail']],
    ['nothing', undefined, ['fail']],
  ])('%s', (_, french, found) => {
    const { anchors } = keys.find(({ key }) => key === 'dog') as PictureKey
    expect(severities({ ...anchors, french } as PictureKey['anchors'])).toEqual(found)
  })
})

it('enough words are at their level', () => {
  const harder = keys.map((entry) => ({
    ...entry,
    anchors: { ...entry.anchors, french: { list: 'FLELex', level: 'B1' } },
  }))
  const told = pictureAnchorErrors(harder).filter(({ severity }) => severity === 'fail')
  expect(told.map(({ message }) => message.split(' ').slice(1, 4).join(' '))).toEqual(['words of A1', 'words of A2'])
})

describe('the words of the pictures', () => {
  it.each([
    // 鸡肉, 닭고기, and とりにく are a kind of 肉.
    ['meat', 'chicken'],
    ['hand', 'finger'],
    ['tree', 'leaf'],
    // A tree stands at the foot of the mountain.
    ['mountain', 'tree'],
  ])('%s and %s, which one picture can show, are never in one set', (one, other) => {
    for (const { key, distractors } of keys)
      expect([one, other].includes(key) && distractors.some((word) => [one, other].includes(word))).toBe(false)
  })

  it('the German word for the envelope can’t mean a book cover', () => {
    const german = readLanguageBank('german').items.flatMap(({ image, correct }) => (image ? correct : []))
    expect(german).toContain('Briefumschlag')
    expect(german).not.toContain('Umschlag')
  })

  it('each Japanese set is in one script, and the leaf can’t be read as a particle', () => {
    const leaf = readLanguageBank('japanese').items.find(({ image }) => image === 'leaf')
    expect(leaf?.correct).toEqual(['葉'])
    expect(reportedOn(50, replaced('japanese', { 50: { ...leaf, correct: ['は'] } }))).toEqual(['21 fail'])
  })
})
