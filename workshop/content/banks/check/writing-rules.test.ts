import { describe, expect, it } from 'vitest'
import type { Language } from '#quiz/languages.ts'
import { plantedBank, replaced, reportedAfter, reportedOn } from './planted.ts'

type Case = [error: string, language: Language, change: Record<string, unknown>, reported: string[]]

const stem = (question: string) => ({ question })

describe('letters and marks (rule 19)', () => {
  it.each<Case>([
    [
      'a letter and its accent apart',
      'french',
      stem('Ma voisine ____ du piano chaque soir avant le di\u0302ner.'),
      ['19 fail'],
    ],
    ['a double space', 'german', stem('Meine Nachbarin ____ jeden  Abend vor dem Essen Klavier.'), ['19 fail']],
    ['a space after an option', 'italian', { correct: ['suona '] }, ['19 fail']],
    ['a Cyrillic letter', 'english', { incorrect: ['mаkes', 'turns', 'moves'] }, ['19 fail']],
    ['a Latin letter', 'japanese', stem('隣の人は毎晩ご飯の前にCDを____。'), ['19 fail']],
    ['a half-width kana', 'japanese', { incorrect: ['ﾖﾑ', '着る', '脱ぐ'] }, ['19 fail']],
    ['a Chinese character', 'korean', stem('옆집 사람은 매일 저녁 食事 전에 피아노를 ____.'), ['19 fail']],
    ['a traditional character', 'chinese', stem('我的邻居每天晚饭以前都要____一会儿鋼琴。'), ['19 fail']],
    ['a half-width comma', 'chinese', stem('每天晚饭以前,我的邻居都要____一会儿钢琴。'), ['19 fail']],
    ['a straight apostrophe', 'french', stem("L'amie de Paul ____ du piano chaque soir."), ['19 fail']],
    [
      'a straight mark in a note',
      'korean',
      { why: ["“가” can't be.", '“나” is wrong.', '“다” is wrong.'] },
      ['19 look'],
    ],
    [
      'a small letter at the start',
      'spanish',
      stem('mi vecina ____ el piano todas las tardes antes de cenar.'),
      ['19 fail'],
    ],
    ['ss in place of ß', 'german', stem('Meine Nachbarin ____ jeden Abend auf der Strasse vor dem Haus.'), ['19 fail']],
    ['ß in place of ss', 'german', stem('Ich weiß, daß meine Nachbarin jeden Abend Klavier ____.'), ['19 fail']],
    ['words that only look like it', 'german', stem('Wer Fussel auf dem Spaß der Masse aussenden will, ____.'), []],
  ])('%s: %s', (_, language, change, reported) => {
    expect(reportedAfter(language, change)).toEqual(reported)
  })
})

describe('punctuation (rule 19)', () => {
  it.each<Case>([
    ['no end mark', 'english', stem('My neighbour ____ the piano every evening before dinner'), ['19 fail']],
    ['the full stop of another script', 'japanese', stem('隣の人は毎晩ご飯の前にピアノを____.'), ['19 fail']],
    [
      'a question that is not opened',
      'spanish',
      stem('Dime, ¿quién ____ el piano? ¿Y quién canta hoy? Sí?'),
      ['19 fail'],
    ],
    [
      'an exclamation that is not closed',
      'spanish',
      stem('¡Qué bien ____ el piano mi vecina todas las tardes.'),
      ['19 fail'],
    ],
    ['marks in pairs', 'spanish', stem('¿Quién ____ el piano? ¡Qué bien suena todas las tardes!'), []],
    ['an ordinary space before ?', 'french', stem('Est-ce que ta voisine ____ du piano chaque soir ?'), ['19 fail']],
    ['a narrow no-break space before ?', 'french', stem('Est-ce que ta voisine ____ du piano chaque soir\u202f?'), []],
    ['ordinary spaces inside « »', 'french', stem('Ma voisine ____ « Au clair de la lune » chaque soir.'), ['19 fail']],
    [
      'no-break spaces inside « »',
      'french',
      stem('Ma voisine ____ «\u00a0Au clair de la lune\u00a0» chaque soir.'),
      [],
    ],
    [
      'a space before ? in another language',
      'italian',
      stem('La tua vicina ____ il pianoforte ogni sera ?'),
      ['19 fail'],
    ],
    [
      'quotation marks of another language',
      'english',
      stem('My neighbour ____ «Green Hills» every evening at home.'),
      ['19 fail'],
    ],
    [
      'a quotation that is not closed',
      'german',
      stem('Meine Nachbarin ____ jeden Abend „Der Mond auf dem Klavier.'),
      ['19 fail'],
    ],
  ])('%s: %s', (_, language, change, reported) => {
    expect(reportedAfter(language, change)).toEqual(reported)
  })

  it('keeps a bank to one kind of quotation marks', () => {
    const item = (id: number, question: string) => ({ ...plantedBank('italian').items[60], id, question })
    const bank = replaced('italian', {
      61: item(61, 'La mia vicina ____ «Bella luna» ogni sera prima di cena.'),
      62: item(62, 'Il vecchio maestro ____ «Mare blu» per tutti gli ospiti.'),
      63: item(63, 'Nel teatro del paese una banda ____ “Monti verdi” stasera.'),
    })
    expect([61, 62, 63].map((id) => reportedOn(id, bank))).toEqual([[], [], expect.arrayContaining(['19 fail'])])
  })
})

describe('notes on prepositions (rule 2)', () => {
  const options = { correct: ['damit'], incorrect: ['dafür', 'dagegen', 'darauf'] }
  it.each<Case>([
    [
      'their own and the key’s',
      'german',
      { ...options, why: ['“Für” is not “mit”.', '“Gegen” is it not.', '“Darauf” is it not.'] },
      [],
    ],
    [
      'another option’s',
      'german',
      { ...options, why: ['“Gegen” is it not.', '“Dagegen” is it not.', '“Auf” is it not.'] },
      ['2 fail'],
    ],
    [
      'no preposition',
      'german',
      { ...options, why: ['“Rechnen” wants another one.', 'The verb wants “mit”.', '“Es” cannot be.'] },
      [],
    ],
  ])('%s: %s', (_, language, change, reported) => {
    expect(reportedAfter(language, change).filter((each) => each.startsWith('2'))).toEqual(reported)
  })
})
