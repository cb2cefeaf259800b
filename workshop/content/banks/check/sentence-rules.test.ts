import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '#quiz/languages.ts'
import { PLACE, plantedBank, replaced, reportedAfter, reportedOn } from './planted.ts'

type Case = [error: string, language: Language, change: Record<string, unknown>, reported: string[]]

const stem = (question: string) => ({ question })

describe('a sentence without an error', () => {
  it.each(LANGUAGES)('finds no error in %s', (language) => {
    expect(reportedAfter(language, {})).toEqual([])
  })
})

describe('the stem', () => {
  it.each<Case>([
    ['two blanks', 'english', stem('My neighbour ____ the piano every ____ before dinner.'), ['3 fail']],
    ['no blank', 'english', stem('My neighbour practises piano every evening before dinner.'), ['3 fail']],
    ['a blank of five underscores', 'english', stem('My neighbour _____ the piano every evening at home.'), ['3 fail']],
    ['parentheses', 'japanese', stem('隣の人は毎晩（ご飯の前に）ピアノを____。'), ['3 fail', '19 fail']],
    ['the blank first', 'english', stem('____ the piano every evening before dinner with her son.'), ['3 fail']],
    ['too few words', 'english', stem('My neighbour ____ the piano today.'), ['13 fail']],
    [
      'too many characters',
      'chinese',
      stem('我的邻居每天晚饭以前和周末下午没有别的事情要做的时候都要____一会儿钢琴。'),
      ['13 fail'],
    ],
    [
      'too many words in Korean',
      'korean',
      stem('내 옆집 사람은 매일 저녁 식사 바로 전에 혼자 피아노를 늘 ____.'),
      ['13 fail'],
    ],
    ['two negations', 'english', stem('My neighbour never ____ the piano when nobody is at home.'), ['14 look']],
    ['one negation of two words', 'french', stem('Ma voisine ne ____ pas du piano chaque soir avant le dîner.'), []],
  ])('%s: %s', (_, language, change, reported) => {
    expect(reportedAfter(language, change)).toEqual(reported)
  })
})

describe('the options', () => {
  const escapes: Record<Language, string> = {
    english: 'Both',
    spanish: 'ambos',
    french: 'les deux',
    german: 'beides',
    italian: 'entrambi',
    japanese: '両方',
    korean: '둘 다',
    chinese: '都对',
  }
  it.each(LANGUAGES)('an option about other options in %s', (language) => {
    const { incorrect } = plantedBank(language).items[PLACE - 1] ?? { incorrect: [] }
    const change = { incorrect: [...incorrect.slice(0, 2), escapes[language]] }
    expect(reportedAfter(language, change)).toEqual(['15 fail'])
  })

  it.each<Case>([
    ['a distractor in capitals', 'english', { incorrect: ['Plays', 'turns', 'moves'] }, ['4 fail']],
    ['a distractor in full width', 'english', { incorrect: ['ｐｌａｙｓ', 'turns', 'moves'] }, ['4 fail']],
    ['a long distractor', 'english', { incorrect: ['overestimates', 'turns', 'moves'] }, ['7 fail']],
    ['five letters longer', 'english', { correct: ['is'], incorrect: ['takes on', 'turns', 'are in'] }, ['7 fail']],
    ['four letters more at most', 'english', { correct: ['is'], incorrect: ['makes', 'turned', 'are'] }, []],
    ['three syllables more', 'korean', { incorrect: ['두드린다', '쓴다', '미루었다가'] }, ['7 fail']],
    ['two syllables more', 'korean', { incorrect: ['두드린다', '쓴다', '민다'] }, []],
  ])('%s: %s', (_, language, change, reported) => {
    expect(reportedAfter(language, change)).toEqual(reported)
  })
})

describe('clues (rule 16)', () => {
  const withFlute = 'My son plays the flute, and my neighbour ____ the piano every evening.'
  const player = 'My neighbour is a fine player who ____ the piano every evening.'
  it.each<Case>([
    ['the key as a word of the stem', 'english', stem(withFlute), ['16 fail']],
    ['the root of the key in the stem', 'english', stem(player), ['16 look']],
    ['the root in all options', 'english', { ...stem(player), incorrect: ['played', 'playing', 'play'] }, []],
    [
      'a function word',
      'english',
      {
        ...stem('They have a piano, and we ____ one too since last May.'),
        correct: ['have had'],
        incorrect: ['are having', 'will get', 'were getting'],
      },
      ['16 look'],
    ],
    [
      'an accent between the two',
      'spanish',
      {
        ...stem('La pianista del quinto piso ____ el piano todas las tardes.'),
        correct: ['pianó'],
        incorrect: ['juega', 'mueve', 'gira'],
      },
      ['16 look'],
    ],
    [
      'two characters',
      'japanese',
      { ...stem('隣の人は演奏会の前に毎晩ピアノを____する。'), correct: ['演奏'], incorrect: ['料理', '旅行', '電話'] },
      ['16 look'],
    ],
    [
      'two characters in Chinese',
      'chinese',
      { ...stem('演奏会以前，我的邻居每天晚上都要____钢琴。'), correct: ['演奏'], incorrect: ['修理', '旅行', '参观'] },
      ['16 look'],
    ],
    [
      'two syllables',
      'korean',
      {
        ...stem('옆집 사람은 연주회 전에 매일 피아노를 ____.'),
        correct: ['연주한다'],
        incorrect: ['요리한다', '여행한다', '운전한다'],
      },
      ['16 look'],
    ],
  ])('%s: %s', (_, language, change, reported) => {
    expect(reportedAfter(language, change)).toEqual(reported)
  })
})

describe('repetition and balance', () => {
  const item = (question: string, id: number) => ({ ...plantedBank('english').items[PLACE - 1], id, question })

  it('finds a repeated stem, ignoring capitals and marks', () => {
    const bank = replaced('english', {
      61: item('My neighbour ____ the piano every evening before dinner with her son.', 61),
      100: { ...item('My neighbour, ____ the piano every Evening before dinner with her son!', 100), level: 'B1' },
    })
    expect(reportedOn(100, bank)).toEqual(['17 fail'])
    expect(reportedOn(61, bank)).toEqual([])
  })

  it('flags nearly identical stems', () => {
    const bank = replaced('english', {
      61: item('My neighbour ____ the piano every evening before dinner with her son.', 61),
      62: item('My neighbour ____ the piano every morning before dinner with her son.', 62),
    })
    expect(reportedOn(62, bank)).toEqual(['17 look'])
  })

  it('finds the third item of a level with the same key', () => {
    const bank = replaced('english', {
      61: item('My neighbour ____ the piano every evening before dinner with her son.', 61),
      62: item('On rainy days our little brother ____ alone in the garden house.', 62),
      63: item('The band from our town ____ at the market twice this week.', 63),
    })
    expect(reportedOn(62, bank)).toEqual([])
    expect(reportedOn(63, bank)).toEqual(['17 fail'])
  })

  it('finds a level with the key as the longest option in more than 35% of items (rule 8)', () => {
    const longestIn = (count: number) =>
      replaced(
        'english',
        Object.fromEntries(
          Array.from({ length: 30 }, (_, index) => {
            const correct = [index < count ? 'has played' : 'plays']
            return [61 + index, { ...item('', 61 + index), question: `Number ${index} ____.`, correct }]
          }),
        ),
      )
    expect(reportedOn(null, longestIn(11))).toContain('8 fail')
    expect(reportedOn(null, longestIn(10))).not.toContain('8 fail')
  })
})
