import { describe, expect, it } from 'vitest'
import type { ListLevel } from '#quiz/bank.ts'
import type { LANGUAGES } from '#quiz/languages.ts'
import { pictureAnchorErrors } from './anchor.ts'
import { type PictureKey, readLanguageBank, readPictureKeys } from './language-bank.ts'
import { pictureSetErrors } from './pictures.ts'
import { replaced, reportedOn } from './planted.ts'

const keys = readPictureKeys()
const told = (change: (entry: PictureKey) => Partial<PictureKey>) =>
  pictureSetErrors(keys.map((entry) => ({ ...entry, ...change(entry) }))).map(({ message }) => message)

describe('the sets of the pictures', () => {
  it('hold distractors of one field that vary, on grounds that vary', () => {
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
        field === 'animal' && key !== 'pig' ? { distractors: ['pig', ...distractors.slice(0, 2)] } : {},
      '“pig” is wrong in 9 sets',
    ],
    ['one ground for a field', ({ field }) => (field === 'animal' ? { ground: 'mint' } : {}), '10 of 10 pictures'],
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

describe('the words of the pictures', () => {
  const options = (language: (typeof LANGUAGES)[number]) =>
    readLanguageBank(language)
      .items.filter(({ image }) => image)
      .map(({ correct, incorrect }) => [...correct, ...incorrect])

  it('the Korean window has no door beside it, the German envelope is no cover of a book', () => {
    for (const set of options('korean')) expect(set.includes('문') && set.includes('창문')).toBe(false)
    expect(options('german').flat()).not.toContain('Umschlag')
  })

  it('Japanese sets are of one script, and はな is a flower where it is the answer', () => {
    const answers = readLanguageBank('japanese').items.filter(({ correct }) => correct[0] === 'はな')
    expect(answers.map(({ image }) => image)).toEqual(['flower'])
    const nose = readLanguageBank('japanese').items.find(({ image }) => image === 'nose')
    expect(nose?.correct).toEqual(['鼻'])
    expect(reportedOn(59, replaced('japanese', { 59: { ...nose, correct: ['はな'] } }))).toEqual(['21 fail'])
  })
})
