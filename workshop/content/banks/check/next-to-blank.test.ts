import { describe, expect, it } from 'vitest'
import type { Language } from '#quiz/languages.ts'
import { reportedAfter } from './planted.ts'

type Case = [error: string, language: Language, change: Record<string, unknown>, reported: string[]]

const stem = (question: string) => ({ question })

describe('text next to the blank (rule 6)', () => {
  const nouns = (correct: string, ...incorrect: string[]) => ({ correct: [correct], incorrect })
  const english = stem('My neighbour has a ____ near the river behind our garden.')
  const an = stem('My neighbour has an ____ near the river behind our garden.')
  const lieu = stem('Ma voisine rêve de l’____ avec son frère chaque soir.')
  const de = stem('Ma voisine parle souvent de ____ avec son frère le soir.')
  const che = stem('La mia vicina parla dell’____ con suo fratello ogni sera.')
  const della = stem('La mia vicina parla della ____ con suo fratello ogni sera.')
  const il = stem('La mia vicina prende il ____ di suo fratello ogni sera.')
  const eul = stem('옆집 사람은 매일 저녁 식사 전에 ____을 본다.')
  const ro = stem('옆집 사람은 매일 저녁 식사 전에 ____로 간다.')
  it.each<Case>([
    [
      'a before a vowel, vocabulary',
      'english',
      { ...english, ...nouns('house', 'orchard', 'shop', 'field'), point: 'V1' },
      ['6 fail'],
    ],
    ['a before a vowel, grammar', 'english', { ...english, ...nouns('house', 'orchard', 'shop', 'field') }, ['6 look']],
    ['a key that does not fit a', 'english', { ...english, ...nouns('orchard', 'house', 'shop', 'field') }, ['6 fail']],
    ['a by sound', 'english', { ...english, ...nouns('union', 'one-room', 'useful', 'euro'), point: 'V1' }, []],
    ['an by sound', 'english', { ...an, ...nouns('hour', 'honest', 'uncle', 'unit'), point: 'V1' }, ['6 fail']],
    ['l’ before a consonant', 'french', { ...lieu, ...nouns('île', 'air', 'habit', 'mer'), point: 'V1' }, ['6 fail']],
    [
      'l’ before an aspirated h',
      'french',
      { ...lieu, ...nouns('île', 'air', 'habit', 'hibou'), point: 'V1' },
      ['6 fail'],
    ],
    ['l’ before vowels and mute h', 'french', { ...lieu, ...nouns('île', 'œuf', 'huître', 'yeuse'), point: 'V1' }, []],
    ['de before a vowel', 'french', { ...de, ...nouns('Lyon', 'Nice', 'Arles', 'Metz') }, ['6 look']],
    ['de before an aspirated h', 'french', { ...de, ...nouns('Lyon', 'haricots', 'héros', 'Yuki') }, []],
    [
      'que before a vowel after the blank',
      'french',
      {
        ...stem('Ma voisine joue du piano ____ elle est seule le soir.'),
        ...nouns('parce que', 'lorsqu’', 'dès que', 'si'),
        point: 'V1',
      },
      ['6 fail', '7 fail'],
    ],
    [
      'dell’ before a consonant',
      'italian',
      { ...che, ...nouns('arte', 'orto', 'mare', 'isola'), point: 'V1' },
      ['6 fail'],
    ],
    [
      'della before a vowel',
      'italian',
      { ...della, ...nouns('luna', 'isola', 'neve', 'casa'), point: 'V1' },
      ['6 fail', '6 look'],
    ],
    [
      'il before z',
      'italian',
      { ...il, ...nouns('libro', 'zaino', 'pane', 'treno'), point: 'V1' },
      ['6 fail', '6 look'],
    ],
    [
      'an article to look at',
      'german',
      {
        ...stem('Meine Nachbarin kauft jeden Abend vor dem Essen den ____.'),
        ...nouns('Salat', 'Apfel', 'Reis', 'Käse'),
        point: 'V1',
      },
      ['6 look'],
    ],
    ['을 after a vowel', 'korean', { ...eul, ...nouns('신문', '드라마', '그림', '거울') }, ['6 fail']],
    ['을 after consonants', 'korean', { ...eul, ...nouns('신문', '책', '그림', '거울') }, []],
    ['로 after a consonant', 'korean', { ...ro, ...nouns('학교', '시장', '도시', '교실') }, ['6 fail']],
    ['로 after vowels and ㄹ', 'korean', { ...ro, ...nouns('학교', '시골', '도시', '교실') }, []],
    [
      'a particle as an option',
      'korean',
      { ...stem('옆집 사람은 매일 저녁 밥____ 먹고 피아노를 친다.'), ...nouns('만', '나마', '도', '까지') },
      ['6 look'],
    ],
  ])('%s: %s', (_, language, change, reported) => {
    expect(reportedAfter(language, change)).toEqual(reported)
  })
})
